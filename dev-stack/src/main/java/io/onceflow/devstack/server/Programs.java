package io.onceflow.devstack.server;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * Unpacks the servers' programs from the class path, once per folder and version. Several processes
 * may do so at once: each unpacks beside, and the first to rename wins.
 */
final class Programs {
  private final Path folder;

  Programs(Path folder) {
    this.folder = folder;
  }

  /** The folder that holds PostgreSQL's {@code bin}, {@code lib} and {@code share}. */
  Path postgres() {
    var archive = "postgres-%s-%s.txz".formatted(system(), isArm() ? "arm_64" : "x86_64");
    return unpacked(archive, Programs::untar);
  }

  Path redisServer() {
    var version = isArm() && system().equals("linux") ? "6.2.7" : "6.2.6-v5";
    var program = "redis-server-%s-%s-%s".formatted(version, system(), isArm() ? "arm64" : "amd64");
    return unpacked(program, Programs::copy).resolve("redis-server");
  }

  private interface Unpacking {
    void unpack(InputStream from, Path into) throws IOException;
  }

  private Path unpacked(String resource, Unpacking unpacking) {
    var url = Programs.class.getClassLoader().getResource(resource);
    if (url == null) {
      throw new LaunchException(
          "No program %s for this machine (%s, %s). Remedy: use Docker (-Dstack=testcontainers) or servers of your own."
              .formatted(resource, System.getProperty("os.name"), System.getProperty("os.arch")));
    }
    try {
      var size = url.openConnection().getContentLengthLong();
      var target = folder.resolve("%s-%d".formatted(resource.replace(".txz", ""), size));
      if (!Files.isDirectory(target)) {
        Files.createDirectories(folder);
        var fresh = Files.createTempDirectory(folder, "unpacking-");
        Folders.open(fresh);
        try (var in = new BufferedInputStream(url.openStream())) {
          unpacking.unpack(in, fresh);
        }
        moveInto(fresh, target);
      }
      return target;
    } catch (IOException e) {
      throw new LaunchException("Cannot unpack %s into %s: %s".formatted(resource, folder, e), e);
    }
  }

  private static void moveInto(Path fresh, Path target) throws IOException {
    try {
      Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      Folders.delete(fresh);
      if (!Files.isDirectory(target)) {
        throw e;
      }
    }
  }

  private static void copy(InputStream from, Path into) throws IOException {
    var program = into.resolve("redis-server");
    Files.copy(from, program);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void untar(InputStream from, Path into) throws IOException {
    try (var tar = new TarArchiveInputStream(new XZCompressorInputStream(from))) {
      for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        untar(entry, tar, into);
      }
    }
  }

  private static void untar(TarArchiveEntry entry, InputStream content, Path into)
      throws IOException {
    var path = entry.resolveIn(into);
    if (entry.isDirectory()) {
      Files.createDirectories(path);
      return;
    }
    Files.createDirectories(path.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
    } else if (entry.isLink()) {
      Files.createLink(path, into.resolve(entry.getLinkName()));
    } else {
      Files.copy(content, path);
      var executable = (entry.getMode() & 0111) != 0;
      Files.setPosixFilePermissions(
          path, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    }
  }

  private static String system() {
    var name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    return name.contains("mac") ? "darwin" : name.contains("linux") ? "linux" : name;
  }

  private static boolean isArm() {
    return System.getProperty("os.arch").equals("aarch64");
  }
}
