package io.onceflow.aggregator.sockets;

import io.onceflow.aggregator.notify.Watchers;
import io.onceflow.http.access.Caller;
import jakarta.websocket.Session;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.SmartLifecycle;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.adapter.NativeWebSocketSession;
import org.springframework.web.socket.handler.TextWebSocketHandler;
import tools.jackson.core.JacksonException;

/** The connections of {@code /ws/v1/tasks} and what their clients say. */
final class SocketHandler extends TextWebSocketHandler implements SmartLifecycle {
  private static final String TOMCAT_SEND_TIMEOUT =
      "org.apache.tomcat.websocket.BLOCKING_SEND_TIMEOUT";

  private final Watchers watchers;
  private final Subscribing subscribing;
  private final SocketProperties properties;
  private final SocketMetrics metrics;
  private final Clock clock;
  private final Map<String, Connection> connections = new ConcurrentHashMap<>();
  private volatile boolean running;

  SocketHandler(
      Watchers watchers,
      Subscribing subscribing,
      SocketProperties properties,
      SocketMetrics metrics,
      Clock clock) {
    this.watchers = watchers;
    this.subscribing = subscribing;
    this.properties = properties;
    this.metrics = metrics;
    this.clock = clock;
    metrics.sessions(connections::size);
  }

  @Override
  public void afterConnectionEstablished(WebSocketSession session) throws Exception {
    if (!running) {
      session.close(CloseStatus.SERVICE_RESTARTED);
      return;
    }
    limitSending(session);
    var outbound = new Outbound(session, properties.maxWaiting().toBytes(), metrics);
    var attributes = session.getAttributes();
    if (attributes.get(Handshake.CALLER) instanceof Caller caller
        && attributes.get(Handshake.BASE) instanceof String base) {
      var inbound = new Inbound(properties.maxMessage().toBytes());
      var subscriber = new Subscriber(caller, base, outbound, watchers);
      connections.put(session.getId(), new Connection(inbound, subscriber));
    } else {
      session.close(CloseStatus.POLICY_VIOLATION);
    }
  }

  private void limitSending(WebSocketSession session) {
    if (session instanceof NativeWebSocketSession holder) {
      var container = holder.getNativeSession(Session.class);
      if (container != null) {
        container.getUserProperties().put(TOMCAT_SEND_TIMEOUT, properties.sendTimeout().toMillis());
      }
    }
  }

  @Override
  public void afterConnectionClosed(WebSocketSession session, CloseStatus status) {
    var connection = connections.remove(session.getId());
    if (connection != null) {
      connection.subscriber().closed();
    }
  }

  @Override
  public boolean supportsPartialMessages() {
    return true;
  }

  @Override
  protected void handleTextMessage(WebSocketSession session, TextMessage message) {
    var connection = connections.get(session.getId());
    if (connection == null) {
      return;
    }
    try {
      var whole = connection.inbound().add(message.getPayload(), message.isLast());
      if (whole != null) {
        handle(connection.subscriber(), whole);
      }
    } catch (Inbound.TooLongException e) {
      connection.subscriber().close(CloseStatus.TOO_BIG_TO_PROCESS);
    }
  }

  private void handle(Subscriber subscriber, String message) {
    try {
      handle(subscriber, Frames.read(message));
    } catch (JacksonException e) {
      subscriber.send(Frames.error("malformed-frame", "Send a JSON object with a 'type'.", null));
    }
  }

  private void handle(Subscriber subscriber, Frames.ClientFrame frame) {
    switch (frame.type()) {
      case "ping" -> subscriber.send(Frames.PONG);
      case "subscribe" -> subscribing.subscribe(subscriber, frame);
      case "unsubscribe" -> subscribing.unsubscribe(subscriber, frame);
      case null, default ->
          subscriber.send(
              Frames.error(
                  "unknown-type", "Send 'subscribe', 'unsubscribe' or 'ping' as 'type'.", null));
    }
  }

  /** Shows every client that the connection lives, and what has not arrived in time. */
  void heartbeat() {
    var now = clock.instant();
    for (var connection : connections.values()) {
      var subscriber = connection.subscriber();
      subscribing.giveUp(subscriber, now);
      subscriber.send(Frames.heartbeat(now));
    }
  }

  @Override
  public void start() {
    running = true;
  }

  /** Asks all clients to connect elsewhere; the first thing that stops. */
  @Override
  public void stop() {
    running = false;
    connections.values().forEach(it -> it.subscriber().close(CloseStatus.SERVICE_RESTARTED));
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  private record Connection(Inbound inbound, Subscriber subscriber) {}
}
