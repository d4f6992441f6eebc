package io.onceflow.aggregator.sockets;

import io.onceflow.aggregator.notify.Revision;
import io.onceflow.aggregator.notify.Watcher;
import io.onceflow.aggregator.notify.Watchers;
import io.onceflow.http.access.Caller;
import io.onceflow.model.TaskId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.web.socket.CloseStatus;

/**
 * One connection: which tasks it wants and which revisions of them it has been sent. Each revision
 * is sent once, never after a later one; every final one also as {@code completed}.
 */
final class Subscriber implements Watcher {
  private static final int MOST_REMEMBERED = 10_000;

  private final Caller caller;
  private final String base;
  private final Outbound outbound;
  private final Watchers watchers;
  private final Map<TaskId, Instant> subscribed = new HashMap<>();
  // outlives a subscription, because completed is sent once for each revision and connection
  private final Map<TaskId, Sent> sent =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<TaskId, Sent> eldest) {
          return size() > MOST_REMEMBERED;
        }
      };
  private boolean mine;
  private boolean closed;

  /**
   * @param base how the client reached the service, for links
   */
  Subscriber(Caller caller, String base, Outbound outbound, Watchers watchers) {
    this.caller = caller;
    this.base = base;
    this.outbound = outbound;
    this.watchers = watchers;
  }

  Caller caller() {
    return caller;
  }

  synchronized int subscriptions() {
    return subscribed.size();
  }

  void send(String frame) {
    outbound.send(frame);
  }

  void close(CloseStatus status) {
    outbound.close(status);
  }

  /** Begins with a task; its present revision has to be shown next, if there is one. */
  synchronized void subscribe(TaskId task, Instant now) {
    if (!closed) {
      subscribed.put(task, now);
      // who subscribes again is shown the present snapshot again
      sent.computeIfPresent(task, (_, before) -> new Sent(0, before.completed()));
      watchers.watch(task, this);
    }
  }

  synchronized void unsubscribe(TaskId task) {
    if (subscribed.remove(task) != null) {
      watchers.unwatch(task, this);
    }
  }

  synchronized void subscribeMine() {
    if (!closed) {
      mine = true;
      watchers.watchUser(caller.tenant(), caller.user(), this);
    }
  }

  synchronized void unsubscribeMine() {
    if (mine) {
      mine = false;
      watchers.unwatchUser(caller.tenant(), caller.user(), this);
    }
  }

  /** The tasks subscribed before the moment of which nothing has been shown, now given up. */
  synchronized List<TaskId> giveUpUnseen(Instant before) {
    var unseen = new ArrayList<TaskId>();
    subscribed.forEach(
        (task, since) -> {
          if (!sent.containsKey(task) && since.isBefore(before)) {
            unseen.add(task);
          }
        });
    unseen.forEach(this::unsubscribe);
    return unseen;
  }

  synchronized void closed() {
    closed = true;
    List.copyOf(subscribed.keySet()).forEach(this::unsubscribe);
    unsubscribeMine();
  }

  @Override
  public void revised(Revision revision) {
    show(revision, false);
  }

  /**
   * Sends the revision if it is above what was sent.
   *
   * @param first whether it answers a subscription, which is answered also with what was sent
   *     before
   */
  synchronized void show(Revision revision, boolean first) {
    var task = revision.taskId();
    if (!revision.isOfTenant(caller.tenant()) || (!mine && !subscribed.containsKey(task))) {
      return;
    }
    var before = sent.getOrDefault(task, Sent.NOTHING);
    if (revision.number() <= before.snapshot()) {
      return;
    }
    var completes = revision.isFinal() && revision.number() > before.completed();
    sent.put(task, new Sent(revision.number(), completes ? revision.number() : before.completed()));
    if (completes && first) {
      outbound.send(Frames.completed(revision, base));
    }
    outbound.send(Frames.snapshot(revision, base));
    if (completes && !first) {
      outbound.send(Frames.completed(revision, base));
    }
  }

  /** The highest revisions that were sent of a task. */
  private record Sent(long snapshot, long completed) {
    private static final Sent NOTHING = new Sent(0, 0);
  }
}
