package io.onceflow.payload;

import io.onceflow.devstack.server.GuardedProcess;
import io.onceflow.devstack.server.LogTail;
import io.onceflow.devstack.server.Ports;
import io.onceflow.devstack.server.ThisJvm;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** S3Proxy with an empty bucket in memory: it checks signatures and hashes as S3 does. */
final class ObjectStore implements AutoCloseable {
  static final String ACCESS_KEY = "test";
  static final String SECRET_KEY = "not-a-secret";
  static final String BUCKET = "documents";

  private final URI endpoint;
  private final GuardedProcess process;

  private ObjectStore(URI endpoint, GuardedProcess process) {
    this.endpoint = endpoint;
    this.process = process;
  }

  static ObjectStore start() throws IOException {
    var folder = Files.createDirectories(Path.of("target", "s3proxy")).toAbsolutePath();
    var buckets = Files.createDirectories(folder.resolve("data").resolve(BUCKET)).getParent();
    var endpoint = URI.create("http://127.0.0.1:" + Ports.free());
    var settings = folder.resolve("s3proxy.conf");
    Files.writeString(
        settings,
        """
        s3proxy.endpoint=%s
        s3proxy.authorization=aws-v4
        s3proxy.identity=%s
        s3proxy.credential=%s
        jclouds.provider=filesystem-nio2
        jclouds.identity=local
        jclouds.credential=local
        jclouds.filesystem.basedir=%s
        """
            .formatted(endpoint, ACCESS_KEY, SECRET_KEY, buckets));
    var log = folder.resolve("s3proxy.log");
    var process =
        GuardedProcess.start(
            new GuardedProcess.Command(
                List.of(
                    ThisJvm.java(),
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-jar",
                    folder.resolve("s3proxy-jar-with-dependencies.jar").toString(),
                    "--properties",
                    settings.toString()),
                Map.of(),
                folder,
                log,
                "KILL",
                Duration.ofSeconds(5),
                buckets));
    if (!process.await(() -> answers(endpoint), Duration.ofMinutes(1))) {
      throw new IllegalStateException("S3Proxy does not answer.\n" + LogTail.of(log));
    }
    return new ObjectStore(endpoint, process);
  }

  URI endpoint() {
    return endpoint;
  }

  private static boolean answers(URI endpoint) {
    try {
      return ((HttpURLConnection) endpoint.toURL().openConnection()).getResponseCode() > 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    process.kill();
  }
}
