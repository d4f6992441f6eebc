package io.onceflow.devstack.service;

import io.onceflow.devstack.data.DataFolder;
import io.onceflow.devstack.server.Folders;
import io.onceflow.devstack.server.GuardedProcess;
import io.onceflow.devstack.server.LaunchException;
import io.onceflow.devstack.server.LogTail;
import io.onceflow.devstack.server.ThisJvm;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/**
 * A service's executable jar. It is run unpacked, because a JVM can keep a start cache only for
 * classes that lie in plain jars; one copy per build lies in the data folder.
 */
public record ServiceJar(ServiceKind kind, Path path) {

  /** The jar that the build has made. */
  public static ServiceJar find(Path home, ServiceKind kind) {
    var target = home.resolve(kind.module()).resolve("target");
    try (var jars = Files.newDirectoryStream(target, kind.module() + "-*.jar")) {
      for (var jar : jars) {
        if (!jar.toString().matches(".*-(sources|javadoc|tests|plain)\\.jar")) {
          return new ServiceJar(kind, jar);
        }
      }
    } catch (IOException e) {
      throw new LaunchException("Cannot read %s: %s".formatted(target, e), e);
    }
    throw new LaunchException(
        "The jar of %s is missing in %s. Remedy: ./mvnw -DskipTests package"
            .formatted(kind.module(), target));
  }

  public UnpackedService unpack(DataFolder folder) {
    var version = version();
    var target = folder.applications().resolve(version);
    if (!Files.isDirectory(target)) {
      removeOlderCopies(folder);
      var fresh = target.resolveSibling(version + ".new");
      Folders.delete(fresh);
      unpackInto(fresh, folder);
      try {
        Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        throw new LaunchException("Cannot unpack %s: %s".formatted(path, e), e);
      }
    }
    return new UnpackedService(target.resolve(path.getFileName()));
  }

  private void unpackInto(Path target, DataFolder folder) {
    var log = folder.log("unpack-" + kind.label());
    var words =
        List.of(
            ThisJvm.java(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Djarmode=tools",
            "-jar",
            path.toString(),
            "extract",
            "--destination",
            target.toString());
    var command =
        new GuardedProcess.Command(
            words, Map.of(), folder.root(), log, "KILL", Duration.ofSeconds(1), target);
    if (GuardedProcess.start(command).onExit().join() != 0) {
      throw new LaunchException("Cannot unpack %s.%n%s".formatted(path, LogTail.of(log)));
    }
  }

  private void removeOlderCopies(DataFolder folder) {
    try {
      Files.createDirectories(folder.applications());
      try (var copies =
          Files.newDirectoryStream(folder.applications(), kind.module() + "-build-*")) {
        copies.forEach(Folders::delete);
      }
    } catch (IOException e) {
      throw new LaunchException("Cannot clear %s: %s".formatted(folder.applications(), e), e);
    }
  }

  /** By content, because reproducible builds give every jar the same time. */
  private String version() {
    try (var in = new CheckedInputStream(Files.newInputStream(path), new CRC32())) {
      in.transferTo(OutputStream.nullOutputStream());
      return "%s-build-%08x-%d"
          .formatted(kind.module(), in.getChecksum().getValue(), Files.size(path));
    } catch (IOException e) {
      throw new LaunchException("Cannot read %s: %s".formatted(path, e), e);
    }
  }
}
