package io.onceflow.devstack.data;

import io.onceflow.devstack.server.Folders;
import io.onceflow.devstack.server.LaunchException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What runs have made of the build: programs unpacked, and what the JVM keeps to start them faster.
 * All runs of a project share it, whatever their data folder.
 */
public record BuildFolder(Path root) {
  private static final String IN_USE = "in-use";

  /** Below the project, or with the data where the project may not be written. */
  public static BuildFolder of(Path home, DataFolder data) {
    var usual = home.resolve(".onceflow");
    var isOurs = Files.isWritable(Files.exists(usual) ? usual : home);
    return new BuildFolder((isOurs ? usual : data.root()).resolve("build").toAbsolutePath());
  }

  /** PostgreSQL's and Redis's own programs. */
  public Path programs() {
    return root.resolve("programs");
  }

  public Path kafkaStartCache(String version) {
    return root.resolve(version + ".aot");
  }

  /** An unpacked service, by its build. */
  public Path application(String version) {
    return root.resolve("applications").resolve(version);
  }

  /** Keeps an unpacked service from being removed while this process lives. */
  @SuppressWarnings({"resource", "MustBeClosedChecker"})
  public void use(Path application) {
    try {
      // The channel stays open, and the lock with it, until the process ends.
      FileChannel.open(
              application.resolve(IN_USE),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE)
          .tryLock(0, Long.MAX_VALUE, true);
    } catch (OverlappingFileLockException e) {
      // this process uses it already
    } catch (IOException e) {
      throw new LaunchException("Cannot use %s: %s".formatted(application, e), e);
    }
  }

  /** Removes the copies of other builds of a module, unless a run still uses them. */
  public void removeOthers(String module, Path kept) {
    try {
      Files.createDirectories(kept.getParent());
      try (var copies = Files.newDirectoryStream(kept.getParent(), module + "-build-*")) {
        for (var copy : copies) {
          if (!copy.equals(kept) && !isInUse(copy)) {
            Folders.delete(copy);
          }
        }
      }
    } catch (IOException e) {
      throw new LaunchException("Cannot clear %s: %s".formatted(kept.getParent(), e), e);
    }
  }

  private static boolean isInUse(Path copy) throws IOException {
    if (!Files.exists(copy.resolve(IN_USE))) {
      return false;
    }
    try (var channel = FileChannel.open(copy.resolve(IN_USE), StandardOpenOption.WRITE);
        var lock = channel.tryLock()) {
      return lock == null;
    } catch (OverlappingFileLockException e) {
      return true;
    }
  }
}
