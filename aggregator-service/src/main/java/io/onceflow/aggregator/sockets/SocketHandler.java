package io.onceflow.aggregator.sockets;

import io.onceflow.aggregator.notify.CurrentRevisions;
import io.onceflow.aggregator.notify.Watchers;
import io.onceflow.http.access.Caller;
import io.onceflow.model.TaskId;
import io.onceflow.model.UuidV7;
import jakarta.websocket.Session;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  /** How long a task may take from its 202 to this service. */
  private static final Duration ARRIVAL = Duration.ofSeconds(30);

  private static final String TOMCAT_SEND_TIMEOUT =
      "org.apache.tomcat.websocket.BLOCKING_SEND_TIMEOUT";

  private final Watchers watchers;
  private final CurrentRevisions current;
  private final SocketProperties properties;
  private final SocketMetrics metrics;
  private final Clock clock;
  private final Map<String, Subscriber> subscribers = new ConcurrentHashMap<>();
  private volatile boolean running;

  SocketHandler(
      Watchers watchers,
      CurrentRevisions current,
      SocketProperties properties,
      SocketMetrics metrics,
      Clock clock) {
    this.watchers = watchers;
    this.current = current;
    this.properties = properties;
    this.metrics = metrics;
    this.clock = clock;
    metrics.sessions(subscribers::size);
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
      subscribers.put(session.getId(), new Subscriber(caller, base, outbound, watchers));
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
    var subscriber = subscribers.remove(session.getId());
    if (subscriber != null) {
      subscriber.closed();
    }
  }

  @Override
  protected void handleTextMessage(WebSocketSession session, TextMessage message) {
    var subscriber = subscribers.get(session.getId());
    if (subscriber == null) {
      return;
    }
    try {
      handle(subscriber, Frames.read(message.getPayload()));
    } catch (JacksonException e) {
      subscriber.send(Frames.error("malformed-frame", "Send a JSON object with a 'type'.", null));
    }
  }

  private void handle(Subscriber subscriber, Frames.ClientFrame frame) {
    switch (frame.type()) {
      case "ping" -> subscriber.send(Frames.PONG);
      case "subscribe" -> subscribe(subscriber, frame);
      case "unsubscribe" -> unsubscribe(subscriber, frame);
      case null, default ->
          subscriber.send(
              Frames.error(
                  "unknown-type", "Send 'subscribe', 'unsubscribe' or 'ping' as 'type'.", null));
    }
  }

  private void subscribe(Subscriber subscriber, Frames.ClientFrame frame) {
    if (frame.ids().isEmpty() && !frame.isMine()) {
      subscriber.send(
          Frames.error("nothing-to-subscribe", "Name 'taskIds', or send 'mine': true.", null));
      return;
    }
    var tasks = ids(subscriber, frame.ids());
    if (subscriber.subscriptions() + tasks.size() > properties.maxSubscriptions()) {
      subscriber.send(
          Frames.error(
              "too-many-subscriptions",
              "A connection can subscribe %d tasks; use 'mine' or another connection."
                  .formatted(properties.maxSubscriptions()),
              null));
      return;
    }
    // first subscribed, then read: nothing falls between
    tasks.forEach(task -> subscriber.subscribe(task, clock.instant()));
    showCurrent(subscriber, tasks);
    if (frame.isMine()) {
      subscribeMine(subscriber, frame);
    }
  }

  private void showCurrent(Subscriber subscriber, Set<TaskId> tasks) {
    var unseen = new LinkedHashSet<>(tasks);
    for (var revision : current.of(tasks)) {
      if (revision.isOfTenant(subscriber.caller().tenant())) {
        unseen.remove(revision.taskId());
        subscriber.show(revision, true);
      }
    }
    for (var task : unseen) {
      if (!mayStillArrive(task)) {
        subscriber.unsubscribe(task);
        subscriber.send(notFound(task));
      }
    }
  }

  private void subscribeMine(Subscriber subscriber, Frames.ClientFrame frame) {
    Instant since;
    try {
      since = frame.since() == null ? clock.instant() : Instant.parse(frame.since());
    } catch (DateTimeException e) {
      subscriber.send(
          Frames.error("invalid-cursor", "Send the 'cursor' of a frame as 'since'.", null));
      return;
    }
    subscriber.subscribeMine();
    var caller = subscriber.caller();
    current
        .ofUser(caller.tenant(), caller.user(), since)
        .forEach(revision -> subscriber.show(revision, true));
  }

  private void unsubscribe(Subscriber subscriber, Frames.ClientFrame frame) {
    ids(subscriber, frame.ids()).forEach(subscriber::unsubscribe);
    if (frame.isMine()) {
      subscriber.unsubscribeMine();
    }
  }

  private static Set<TaskId> ids(Subscriber subscriber, List<String> texts) {
    var ids = new LinkedHashSet<TaskId>();
    for (var text : texts) {
      try {
        ids.add(TaskId.parse(text));
      } catch (IllegalArgumentException e) {
        subscriber.send(Frames.error("not-found", "There is no such task.", text));
      }
    }
    return ids;
  }

  private boolean mayStillArrive(TaskId task) {
    return task.value().version() == 7
        && UuidV7.instantOf(task.value()).plus(ARRIVAL).isAfter(clock.instant());
  }

  private static String notFound(TaskId task) {
    return Frames.error("not-found", "There is no such task.", task.toString());
  }

  /** Shows every client that the connection lives, and what has not arrived in time. */
  void heartbeat() {
    var now = clock.instant();
    for (var subscriber : subscribers.values()) {
      subscriber.giveUpUnseen(now.minus(ARRIVAL)).forEach(task -> subscriber.send(notFound(task)));
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
    subscribers.values().forEach(it -> it.close(CloseStatus.SERVICE_RESTARTED));
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
