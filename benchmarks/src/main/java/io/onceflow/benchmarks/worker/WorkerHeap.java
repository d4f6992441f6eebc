package io.onceflow.benchmarks.worker;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** What is left on a JVM's heap after a full collection. */
final class WorkerHeap {
  private static final Pattern USED = Pattern.compile("total \\d+K, used (\\d+)K");

  private WorkerHeap() {}

  /** Megabytes in use once garbage is gone. */
  static double liveMegabytes(long pid) throws IOException, InterruptedException {
    jcmd(pid, "GC.run");
    var used = USED.matcher(jcmd(pid, "GC.heap_info"));
    var kilobytes = 0L;
    while (used.find()) {
      kilobytes += Long.parseLong(used.group(1));
    }
    return kilobytes / 1024.0;
  }

  private static String jcmd(long pid, String command) throws IOException, InterruptedException {
    var program = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    var process =
        new ProcessBuilder(program, Long.toString(pid), command).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException("jcmd has failed: " + output);
    }
    return output;
  }
}
