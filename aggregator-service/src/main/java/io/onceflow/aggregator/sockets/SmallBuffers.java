package io.onceflow.aggregator.sockets;

import org.apache.catalina.connector.Connector;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/**
 * Has Tomcat hold small buffers for a connection. Its own, made for few busy ones, come to some 64
 * KB, and thousands of connections here are open for long and silent. Longer messages pass through
 * in parts, in both directions.
 */
final class SmallBuffers implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {
  /** Bytes for the frames of a WebSocket: one for each direction, and one to encode text. */
  private static final int FRAME = 2048;

  /** Characters of a client's message, and bytes of what it may not send at all. */
  static final int MESSAGE = 1024;

  private static final int SOCKET_READ = 2048;

  /** Answers of the API are written in pieces of this. */
  private static final int SOCKET_WRITE = 4096;

  // read once, when Tomcat's class is loaded; there is no other door to it
  private static final String FRAME_PROPERTY = "org.apache.tomcat.websocket.DEFAULT_BUFFER_SIZE";

  @Override
  public void customize(TomcatServletWebServerFactory factory) {
    if (System.getProperty(FRAME_PROPERTY) == null) {
      System.setProperty(FRAME_PROPERTY, Integer.toString(FRAME));
    }
    factory.addConnectorCustomizers(SmallBuffers::customize);
  }

  private static void customize(Connector connector) {
    set(connector, "socket.appReadBufSize", SOCKET_READ);
    set(connector, "socket.appWriteBufSize", SOCKET_WRITE);
  }

  private static void set(Connector connector, String property, int bytes) {
    if (!connector.setProperty(property, Integer.toString(bytes))) {
      throw new IllegalStateException("Tomcat knows no " + property);
    }
  }
}
