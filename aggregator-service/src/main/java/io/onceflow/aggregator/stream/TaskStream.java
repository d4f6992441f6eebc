package io.onceflow.aggregator.stream;

import io.onceflow.aggregator.notify.Revision;
import io.onceflow.aggregator.notify.Watcher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * One stream of one task. A client that reads slowly gets the latest revision next and not those in
 * between, so that nothing piles up.
 */
final class TaskStream implements Watcher {
  private static final MediaType TEXT = new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);

  private final String tenant;
  private final String base;
  private final SseEmitter emitter;
  private final Duration heartbeat;
  private final BlockingQueue<Revision> next = new LinkedBlockingQueue<>();
  private long sent;
  private volatile boolean open = true;

  /**
   * @param sent the revision that the client has
   */
  TaskStream(String tenant, String base, SseEmitter emitter, Duration heartbeat, long sent) {
    this.tenant = tenant;
    this.base = base;
    this.emitter = emitter;
    this.heartbeat = heartbeat;
    this.sent = sent;
  }

  @Override
  public synchronized void revised(Revision revision) {
    if (revision.isOfTenant(tenant)) {
      var waiting = next.poll();
      next.add(waiting != null && waiting.number() > revision.number() ? waiting : revision);
    }
  }

  /** Sends revisions until the client goes or the stream is closed. */
  void run(Runnable counted) {
    try {
      while (open) {
        var revision = next.poll(heartbeat.toNanos(), TimeUnit.NANOSECONDS);
        if (revision == null) {
          emitter.send(SseEmitter.event().comment("heartbeat"));
        } else if (revision.number() > sent) {
          sent = revision.number();
          emitter.send(SseEmitter.event().id(String.valueOf(sent)).data(revision.json(base), TEXT));
          counted.run();
        }
      }
      emitter.complete();
    } catch (InterruptedException e) {
      emitter.complete();
    } catch (IOException | IllegalStateException e) {
      emitter.completeWithError(e);
    }
  }

  void close() {
    open = false;
  }
}
