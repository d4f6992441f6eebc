package io.onceflow.aggregator.sockets;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;

/**
 * The frames that wait for one client, sent in order by a virtual thread that lives only while some
 * do. Their total is bounded: a client that reads slower than that is closed with 1013.
 */
final class Outbound {
  private static final Logger log = LoggerFactory.getLogger(Outbound.class);

  private final WebSocketSession session;
  private final long mostChars;
  private final SocketMetrics metrics;
  private final Queue<String> waiting = new ArrayDeque<>();
  private long chars;
  private boolean sending;
  private @Nullable CloseStatus closing;

  Outbound(WebSocketSession session, long mostChars, SocketMetrics metrics) {
    this.session = session;
    this.mostChars = mostChars;
    this.metrics = metrics;
  }

  /** Lets the frame be sent after those before it; returns at once. */
  synchronized void send(String frame) {
    if (closing != null) {
      return;
    }
    waiting.add(frame);
    chars += frame.length();
    if (chars > mostChars) {
      metrics.tooSlow();
      close(CloseStatus.SERVICE_OVERLOAD);
    } else {
      wake();
    }
  }

  /** Drops what waits and closes the connection after the frame that is on its way. */
  synchronized void close(CloseStatus status) {
    if (closing == null) {
      closing = status;
      waiting.clear();
      wake();
    }
  }

  private void wake() {
    if (!sending) {
      sending = true;
      Thread.ofVirtual().name("socket-" + session.getId()).start(this::sendWaiting);
    }
  }

  private void sendWaiting() {
    try {
      for (var frame = next(); frame != null; frame = next()) {
        session.sendMessage(new TextMessage(frame));
        metrics.sent();
      }
      var status = closeStatus();
      if (status != null) {
        session.close(status);
      }
    } catch (IOException | RuntimeException e) {
      log.debug("The client of {} is gone", session.getId(), e);
      metrics.failed();
      abandon();
    }
  }

  private synchronized @Nullable String next() {
    var frame = waiting.poll();
    if (frame == null) {
      sending = false;
    } else {
      chars -= frame.length();
    }
    return frame;
  }

  private synchronized @Nullable CloseStatus closeStatus() {
    return closing;
  }

  private void abandon() {
    synchronized (this) {
      closing = CloseStatus.SESSION_NOT_RELIABLE;
      waiting.clear();
      sending = false;
    }
    try {
      session.close(CloseStatus.SERVICE_OVERLOAD);
    } catch (IOException | RuntimeException e) {
      log.trace("{} could not be closed", session.getId(), e);
    }
  }
}
