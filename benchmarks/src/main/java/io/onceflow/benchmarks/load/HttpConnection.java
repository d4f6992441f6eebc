package io.onceflow.benchmarks.load;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One kept-alive HTTP/1.1 connection to a service of this machine, for one thread: a request is one
 * write, and its answer is read without being looked at more than the framing needs. Load from here
 * costs a fraction of what a full client would take away from the services on the same cores.
 */
public final class HttpConnection implements AutoCloseable {
  private static final int BUFFER = 16 * 1024;

  private final Socket socket;
  private final InputStream in;
  private final String fixedHeaders;

  /**
   * Connects.
   *
   * @param apiKey sent with each request
   */
  public HttpConnection(int port, String apiKey) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream(), BUFFER);
    fixedHeaders = "Host: 127.0.0.1:%d\r\nX-API-Key: %s\r\n".formatted(port, apiKey);
  }

  /**
   * What came back.
   *
   * @param body as text
   */
  public record Answer(int status, String body) {}

  /**
   * Posts a body.
   *
   * @param headers each ended by CR LF
   */
  public Answer post(String path, String headers, byte[] body) throws IOException {
    var head =
        "POST %s HTTP/1.1\r\n%s%sContent-Length: %d\r\n\r\n"
            .formatted(path, fixedHeaders, headers, body.length)
            .getBytes(StandardCharsets.US_ASCII);
    var request = new byte[head.length + body.length];
    System.arraycopy(head, 0, request, 0, head.length);
    System.arraycopy(body, 0, request, head.length, body.length);
    socket.getOutputStream().write(request);
    return answer();
  }

  private Answer answer() throws IOException {
    var status = Integer.parseInt(line().substring("HTTP/1.1 ".length()).substring(0, 3));
    var length = 0;
    var chunked = false;
    for (var line = line(); !line.isEmpty(); line = line()) {
      var header = line.toLowerCase(Locale.ROOT);
      if (header.startsWith("content-length:")) {
        length = Integer.parseInt(header.substring("content-length:".length()).strip());
      } else if (header.startsWith("transfer-encoding:")) {
        chunked = header.endsWith("chunked");
      }
    }
    return new Answer(
        status, chunked ? chunks() : new String(exactly(length), StandardCharsets.UTF_8));
  }

  private String chunks() throws IOException {
    var body = new StringBuilder();
    while (true) {
      var size = Integer.parseInt(line(), 16);
      body.append(new String(exactly(size), StandardCharsets.UTF_8));
      line();
      if (size == 0) {
        return body.toString();
      }
    }
  }

  private byte[] exactly(int length) throws IOException {
    var bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the connection ended within an answer");
    }
    return bytes;
  }

  private String line() throws IOException {
    var line = new StringBuilder();
    for (var c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the connection ended within an answer");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
