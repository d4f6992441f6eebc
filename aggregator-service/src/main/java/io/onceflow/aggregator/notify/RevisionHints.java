package io.onceflow.aggregator.notify;

import io.onceflow.aggregator.state.TaskView;
import io.onceflow.model.MessageJson;
import io.onceflow.model.TaskId;
import io.onceflow.outbox.RedisNames;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Tells other instances by Redis that tasks have new revisions. Hints may be lost: when Redis is
 * away, or more are waiting than fit.
 */
final class RevisionHints implements SmartLifecycle {
  private static final Logger log = LoggerFactory.getLogger(RevisionHints.class);
  private static final int MOST_WAITING = 10_000;

  private final StringRedisTemplate redis;
  private final String channel;
  private final String origin = UUID.randomUUID().toString();
  private final BlockingQueue<Hint> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
  private volatile @Nullable Thread sender;

  RevisionHints(StringRedisTemplate redis, RedisNames names) {
    this.redis = redis;
    this.channel = names.channel("task.revised");
  }

  /** Where hints are told. */
  String channel() {
    return channel;
  }

  void send(List<TaskView> changed) {
    for (var view : changed) {
      var accepted = view.task().accepted();
      waiting.offer(
          new Hint(
              view.task().id(),
              view.task().tenant(),
              accepted == null ? null : accepted.userId(),
              view.task().revision()));
    }
  }

  /** The hints of a message; none of one that this instance sent itself. */
  List<Hint> received(byte[] message) {
    var batch = MessageJson.mapper().readValue(message, Batch.class);
    return batch.origin().equals(origin) ? List.of() : batch.hints();
  }

  private void sendWaiting() {
    while (sender != null) {
      try {
        var hints = new ArrayList<Hint>();
        hints.add(waiting.take());
        waiting.drainTo(hints, 500);
        redis.convertAndSend(
            channel, MessageJson.mapper().writeValueAsString(new Batch(origin, hints)));
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        log.debug("Other instances were not hinted; their sweep finds the revisions", e);
      }
    }
  }

  @Override
  public void start() {
    var thread = Thread.ofPlatform().name("revision-hints").unstarted(this::sendWaiting);
    sender = thread;
    thread.start();
  }

  @Override
  public void stop() {
    var thread = sender;
    sender = null;
    if (thread != null) {
      thread.interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return sender != null;
  }

  /** A task has a revision. */
  record Hint(TaskId task, String tenant, @Nullable String user, long revision) {}

  private record Batch(String origin, List<Hint> hints) {}
}
