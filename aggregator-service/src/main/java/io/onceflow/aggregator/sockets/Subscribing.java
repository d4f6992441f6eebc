package io.onceflow.aggregator.sockets;

import io.onceflow.aggregator.notify.CurrentRevisions;
import io.onceflow.model.TaskId;
import io.onceflow.model.UuidV7;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What clients subscribe: checked, remembered, and shown at once as far as it is there. */
final class Subscribing {
  /** How long a task may take from its 202 to this service. */
  private static final Duration ARRIVAL = Duration.ofSeconds(30);

  private final CurrentRevisions current;
  private final int mostSubscriptions;
  private final Clock clock;

  /**
   * @param mostSubscriptions of one connection
   */
  Subscribing(CurrentRevisions current, int mostSubscriptions, Clock clock) {
    this.current = current;
    this.mostSubscriptions = mostSubscriptions;
    this.clock = clock;
  }

  /** Begins with what the client names, and shows it as it is now. */
  void subscribe(Subscriber subscriber, Frames.ClientFrame frame) {
    if (frame.ids().isEmpty() && !frame.isMine()) {
      subscriber.send(
          Frames.error("nothing-to-subscribe", "Name 'taskIds', or send 'mine': true.", null));
      return;
    }
    var tasks = ids(subscriber, frame.ids());
    if (subscriber.subscriptions() + tasks.size() > mostSubscriptions) {
      subscriber.send(
          Frames.error(
              "too-many-subscriptions",
              "A connection can subscribe %d tasks; use 'mine' or another connection."
                  .formatted(mostSubscriptions),
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

  void unsubscribe(Subscriber subscriber, Frames.ClientFrame frame) {
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

  /** Tells the client which of its tasks have not arrived in time. */
  void giveUp(Subscriber subscriber, Instant now) {
    subscriber.giveUpUnseen(now.minus(ARRIVAL)).forEach(task -> subscriber.send(notFound(task)));
  }
}
