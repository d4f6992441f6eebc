package io.onceflow.devstack.data;

import io.onceflow.devstack.server.LaunchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** The folder that holds everything a run writes; the only one that knows its layout. */
public record DataFolder(Path root) {
  private static final long NEEDED_BYTES = 1L << 30;

  public DataFolder {
    root = root.toAbsolutePath().normalize();
  }

  /** Makes the folder and sees that there is room in it. */
  public void open() {
    try {
      Files.createDirectories(logs());
      Files.createDirectories(temporary());
      var free = Files.getFileStore(root).getUsableSpace();
      if (free < NEEDED_BYTES) {
        throw new LaunchException(
            """
            Only %d MB are free on the disk of %s, and the suite wants %d MB.
            Remedy: free some space, or choose another disk with --data DIR.\
            """
                .formatted(free >> 20, root, NEEDED_BYTES >> 20));
      }
    } catch (IOException e) {
      throw new LaunchException(
          """
          Cannot write to %s (%s).
          Remedy: see who owns the folder, or choose another with --data DIR.\
          """
              .formatted(root, e),
          e);
    }
  }

  /** Tells the folder from a copy of it, whatever links lead here. */
  public String realPath() {
    try {
      return root.toRealPath().toString();
    } catch (IOException e) {
      throw new LaunchException("Cannot find %s: %s".formatted(root, e), e);
    }
  }

  public Path suiteEnv() {
    return root.resolve("suite.env");
  }

  public Path state() {
    return root.resolve("state.json");
  }

  Path lock() {
    return root.resolve("lock");
  }

  Path apiKey() {
    return root.resolve("api-key");
  }

  Path databasePassword() {
    return root.resolve("database-password");
  }

  public Path logs() {
    return root.resolve("logs");
  }

  public Path log(String name) {
    return logs().resolve(name + ".log");
  }

  public Path server(String name) {
    return root.resolve("servers").resolve(name);
  }

  public Path temporary() {
    return root.resolve("tmp");
  }

  /** Puts the last run's log aside. */
  public void startLog(String name) throws IOException {
    if (Files.exists(log(name))) {
      Files.move(log(name), logs().resolve(name + ".log.1"), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Replaces a file in one step; nobody but its owner may read it. */
  public static void writePrivate(Path file, String text) {
    try {
      var fresh = file.resolveSibling(file.getFileName() + ".new");
      Files.deleteIfExists(fresh);
      Files.createFile(
          fresh,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(fresh, text);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new LaunchException("Cannot write %s: %s".formatted(file, e), e);
    }
  }
}
