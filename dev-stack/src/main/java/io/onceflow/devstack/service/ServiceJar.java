package io.onceflow.devstack.service;

import io.onceflow.devstack.data.BuildFolder;
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
 * classes that lie in plain jars; all runs of a project share one copy per build.
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

  /** This build's unpacked copy, kept from removal while this process lives. */
  public UnpackedService unpack(BuildFolder builds, DataFolder data) {
    var version = version();
    var target = builds.application(version);
    if (!Files.isDirectory(target)) {
      builds.removeOthers(kind.module(), target);
      unpackInto(target, data);
    }
    builds.use(target);
    return new UnpackedService(target.resolve(path.getFileName()));
  }

  /** Other runs may do the same: each unpacks beside, and the first to rename wins. */
  private void unpackInto(Path target, DataFolder data) {
    var fresh =
        target.resolveSibling(
            ".%s.%d".formatted(target.getFileName(), ProcessHandle.current().pid()));
    Folders.delete(fresh);
    extract(fresh, data);
    try {
      Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Folders.delete(fresh);
      if (!Files.isDirectory(target)) {
        throw new LaunchException("Cannot unpack %s: %s".formatted(path, e), e);
      }
    }
  }

  private void extract(Path target, DataFolder data) {
    var log = data.log("unpack-" + kind.label());
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
            words, Map.of(), data.root(), log, "KILL", Duration.ofSeconds(1), target);
    if (GuardedProcess.start(command).onExit().join() != 0) {
      throw new LaunchException("Cannot unpack %s.%n%s".formatted(path, LogTail.of(log)));
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
