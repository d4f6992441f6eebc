package io.onceflow.devstack.test;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whether a Docker engine answers here. Asks its socket directly, because the search of
 * Testcontainers takes seconds and logs an error where there is no engine.
 */
final class DockerEngine {
  private DockerEngine() {}

  /** A DOCKER_HOST is believed; without one the usual socket is asked. */
  static boolean answers() {
    return System.getenv("DOCKER_HOST") != null || answers(Path.of("/var/run/docker.sock"));
  }

  private static boolean answers(Path path) {
    if (!Files.exists(path)) {
      return false;
    }
    try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(path));
      var request = "GET /_ping HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
      channel.write(ByteBuffer.wrap(request));
      return channel.read(ByteBuffer.allocate(16)) > 0;
    } catch (IOException e) {
      return false;
    }
  }
}
