package io.onceflow.devstack.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The JVM's class data archive of one program: its classes loaded and linked, which saves about
 * half of a start. It is written by the running program itself, a few seconds of its time, so that
 * no second start is needed to learn from. Without it, or where it does not fit, the program starts
 * as usual.
 *
 * @param file whose name changes with the program and the version of Java
 */
public record StartCache(Path file) {
  public boolean exists() {
    return Files.exists(file);
  }

  /** For a start that uses the cache, or one that can write it where there is none. */
  public List<String> options() {
    return exists()
        ? List.of("-XX:SharedArchiveFile=" + file, "-Xlog:cds=off", "-Xlog:aot=off")
        : List.of("-XX:+RecordDynamicDumpInfo");
  }

  /**
   * Lets a program write the cache that was started without one.
   *
   * @throws LaunchException if it cannot, or has ended meanwhile
   */
  public void write(ProcessHandle program) {
    var fresh = fresh(program);
    var words =
        List.of(
            ThisJvm.tool("jcmd"),
            Long.toString(program.pid()),
            "VM.cds",
            "dynamic_dump",
            fresh.toString());
    try {
      var asked =
          new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (asked.waitFor() == 0 && program.isAlive() && Files.exists(fresh)) {
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      } else {
        Files.deleteIfExists(fresh);
        throw new LaunchException("process %d cannot write %s".formatted(program.pid(), file));
      }
    } catch (IOException e) {
      throw new LaunchException("Cannot keep " + file + ": " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LaunchException("Interrupted while " + file + " was written", e);
    }
  }

  /** Of this program alone: another run may write at the same time. */
  private Path fresh(ProcessHandle program) {
    return file.resolveSibling("%s.%d.new".formatted(file.getFileName(), program.pid()));
  }
}
