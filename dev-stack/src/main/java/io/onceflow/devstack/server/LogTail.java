package io.onceflow.devstack.server;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** The last lines of a log, for messages about a process that did not start. */
public final class LogTail {
  private static final int LINES = 20;
  private static final int BYTES = 8192;

  private LogTail() {}

  /** The last lines below a heading that names the file. */
  public static String of(Path log) {
    try (var file = new RandomAccessFile(log.toFile(), "r")) {
      var from = Math.max(0, file.length() - BYTES);
      var bytes = new byte[(int) (file.length() - from)];
      file.seek(from);
      file.readFully(bytes);
      var lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
      return lines.stream()
          .skip(Math.max(0, lines.size() - LINES))
          .map(line -> "  | " + line)
          .collect(Collectors.joining("\n", "The end of " + log + ":\n", ""));
    } catch (IOException e) {
      return "Its log " + log + " cannot be read: " + e.getMessage();
    }
  }
}
