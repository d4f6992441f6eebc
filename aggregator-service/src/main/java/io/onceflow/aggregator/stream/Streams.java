package io.onceflow.aggregator.stream;

import io.micrometer.core.instrument.Counter;
import io.onceflow.aggregator.notify.CurrentRevisions;
import io.onceflow.aggregator.notify.Watchers;
import io.onceflow.model.TaskId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.SmartLifecycle;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The open streams; each has a virtual thread. They end when the service stops. */
final class Streams implements SmartLifecycle {
  private final Watchers watchers;
  private final CurrentRevisions current;
  private final Counter sent;
  private final Duration heartbeat;
  private final Map<TaskStream, Thread> streams = new ConcurrentHashMap<>();
  private volatile boolean running;

  Streams(Watchers watchers, CurrentRevisions current, Counter sent, Duration heartbeat) {
    this.watchers = watchers;
    this.current = current;
    this.sent = sent;
    this.heartbeat = heartbeat;
  }

  /**
   * Streams the task: its present revision, then each later one.
   *
   * @param have the revision that the client has; 0 for none
   */
  SseEmitter open(TaskId task, String tenant, String base, long have) {
    var emitter = new SseEmitter(0L);
    var stream = new TaskStream(tenant, base, emitter, heartbeat, have);
    emitter.onCompletion(stream::close);
    var thread = Thread.ofVirtual().name("stream-" + task).unstarted(() -> run(task, stream));
    streams.put(stream, thread);
    thread.start();
    return emitter;
  }

  private void run(TaskId task, TaskStream stream) {
    watchers.watch(task, stream);
    try {
      current.of(List.of(task)).forEach(stream::revised);
      stream.run(sent::increment);
    } finally {
      watchers.unwatch(task, stream);
      streams.remove(stream);
    }
  }

  @Override
  public void start() {
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    streams.forEach(
        (stream, thread) -> {
          stream.close();
          thread.interrupt();
        });
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
