package io.onceflow.devstack.suite;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Which process listens on a port, where the system tells: Linux by /proc, others by lsof. */
final class PortHolder {
  private static final String LISTEN = "0A";
  private static final int LOCAL_ADDRESS = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;

  private PortHolder() {}

  /** For people: {@code process 4711 (java)}. */
  static Optional<String> of(int port) {
    var pid = Files.isDirectory(Path.of("/proc/net")) ? byProc(port) : byLsof(port);
    return pid.map(PortHolder::describe);
  }

  private static String describe(long pid) {
    return "process %d%s"
        .formatted(
            pid,
            ProcessHandle.of(pid)
                .flatMap(handle -> handle.info().command())
                .map(command -> " (" + Path.of(command).getFileName() + ")")
                .orElse(""));
  }

  private static Optional<Long> byProc(int port) {
    return inode(Path.of("/proc/net/tcp"), port)
        .or(() -> inode(Path.of("/proc/net/tcp6"), port))
        .flatMap(PortHolder::owner);
  }

  private static Optional<String> inode(Path table, int port) {
    var suffix = String.format(Locale.ROOT, ":%04X", port);
    try (var lines = Files.lines(table)) {
      return lines
          .map(line -> line.strip().split("\\s+"))
          .filter(fields -> fields.length > INODE)
          .filter(fields -> fields[STATE].equals(LISTEN) && fields[LOCAL_ADDRESS].endsWith(suffix))
          .map(fields -> fields[INODE])
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<Long> owner(String inode) {
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .filter(pid -> holds(pid, "socket:[" + inode + "]"))
        .findFirst();
  }

  private static boolean holds(long pid, String socket) {
    try (var files = Files.newDirectoryStream(Path.of("/proc/" + pid + "/fd"))) {
      for (var file : files) {
        if (Files.readSymbolicLink(file).toString().equals(socket)) {
          return true;
        }
      }
      return false;
    } catch (IOException | DirectoryIteratorException e) {
      // another user's process, or one that has just ended
      return false;
    }
  }

  private static Optional<Long> byLsof(int port) {
    try {
      var process =
          new ProcessBuilder("lsof", "-nP", "-t", "-iTCP:" + port, "-sTCP:LISTEN").start();
      var line = process.inputReader().readLine();
      process.waitFor(5, TimeUnit.SECONDS);
      return Optional.ofNullable(line).map(Long::valueOf);
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
