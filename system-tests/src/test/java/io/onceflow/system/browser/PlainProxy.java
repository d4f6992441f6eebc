package io.onceflow.system.browser;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A proxy that knows nothing of HTTP and remembers nobody: each connection goes to the next of its
 * targets.
 */
final class PlainProxy implements AutoCloseable {
  private final ServerSocket server;
  private final List<InetSocketAddress> targets;
  private final AtomicInteger next = new AtomicInteger();

  PlainProxy(List<URI> targets) throws IOException {
    this.targets =
        targets.stream().map(it -> new InetSocketAddress(it.getHost(), it.getPort())).toList();
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort());
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        var client = server.accept();
        Thread.ofVirtual().start(() -> join(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void join(Socket client) {
    var target = targets.get(Math.floorMod(next.getAndIncrement(), targets.size()));
    try (client;
        var upstream = new Socket()) {
      upstream.connect(target);
      var back =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      pipe(upstream.getInputStream(), client.getOutputStream());
                      client.shutdownOutput();
                    } catch (IOException cutOff) {
                      // the other direction ends too
                    }
                  });
      pipe(client.getInputStream(), upstream.getOutputStream());
      upstream.shutdownOutput();
      back.join();
    } catch (IOException cutOff) {
      // as a cable would be
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void pipe(InputStream from, OutputStream to) throws IOException {
    var buffer = new byte[8192];
    for (var read = from.read(buffer); read >= 0; read = from.read(buffer)) {
      to.write(buffer, 0, read);
      to.flush();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
