package io.onceflow.aggregator.webhook;

import io.micrometer.core.instrument.Counter;
import io.onceflow.aggregator.notify.CurrentRevisions;
import io.onceflow.aggregator.notify.NotifyMetrics;
import io.onceflow.aggregator.webhook.WebhookDeliveryTable.Delivery;
import io.onceflow.aggregator.webhook.WebhookSender.RefusedAddressException;
import io.onceflow.model.TaskId;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Posts final answers until the receiver has taken them, at least once each, for as long as
 * configured. Each receiver has threads of its own, so a slow one delays nobody but itself.
 */
final class DeliverWebhooks implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(DeliverWebhooks.class);

  private final WebhookDeliveryTable table;
  private final CurrentRevisions revisions;
  private final WebhookSender sender;
  private final WebhookProperties properties;
  private final Duration lease;
  private final Counter sent;
  private final Counter failed;
  private final Counter refused;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, Integer> posting = new HashMap<>();
  private volatile boolean closed;

  DeliverWebhooks(
      WebhookDeliveryTable table,
      CurrentRevisions revisions,
      WebhookSender sender,
      WebhookProperties properties,
      NotifyMetrics metrics) {
    this.table = table;
    this.revisions = revisions;
    this.sender = sender;
    this.properties = properties;
    this.lease = properties.timeout().multipliedBy(3).plusSeconds(10);
    this.sent = metrics.notifications("webhook", "sent");
    this.failed = metrics.notifications("webhook", "failed");
    this.refused = metrics.notifications("webhook", "refused");
  }

  /** Sees to it that every receiver with due deliveries is being posted to; returns at once. */
  void run() {
    table.dueByReceiver(properties.perReceiver()).forEach(this::post);
  }

  private synchronized void post(String receiver, int due) {
    var running = posting.getOrDefault(receiver, 0);
    var more = Math.min(due, properties.perReceiver() - running);
    for (var i = 0; i < more && !closed; i++) {
      posting.merge(receiver, 1, Integer::sum);
      threads.execute(() -> postAll(receiver));
    }
  }

  private synchronized void done(String receiver) {
    posting.computeIfPresent(receiver, (_, running) -> running == 1 ? null : running - 1);
  }

  /** Posts what is due to the receiver, one after the other, until nothing is. */
  private void postAll(String receiver) {
    try {
      for (var next = take(receiver); next.isPresent(); next = take(receiver)) {
        deliver(next.get());
      }
    } catch (RuntimeException e) {
      log.warn("Posting to {} failed and is tried again after {}", receiver, lease, e);
    } finally {
      done(receiver);
    }
  }

  private Optional<Delivery> take(String receiver) {
    return closed ? Optional.empty() : table.takeDue(receiver, lease);
  }

  private void deliver(Delivery delivery) {
    if (delivery.over()) {
      failed.increment();
      table.end(delivery, "GIVEN_UP", "not taken in " + properties.giveUpAfter());
      return;
    }
    var key = properties.keyOf(delivery.tenant());
    var revision = revisions.of(List.of(new TaskId(delivery.taskId()))).stream().findFirst();
    if (key.isEmpty() || revision.isEmpty()) {
      refuse(delivery, key.isEmpty() ? "onceflow.webhook.secret is not set" : "no such task");
      return;
    }
    try {
      var status = sender.post(delivery, revision.get().json(properties.publicUrl()), key.get());
      if (status >= 200 && status < 300) {
        sent.increment();
        table.end(delivery, "DELIVERED", "status " + status);
      } else {
        retry(delivery, "status " + status);
      }
    } catch (RefusedAddressException e) {
      refuse(delivery, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      retry(delivery, e.getClass().getSimpleName());
    }
  }

  private void refuse(Delivery delivery, String why) {
    refused.increment();
    table.end(delivery, "REFUSED", why);
  }

  private void retry(Delivery delivery, String outcome) {
    failed.increment();
    table.retry(delivery, outcome, waitAfter(delivery.attempts()));
  }

  private Duration waitAfter(int attempts) {
    var wait = properties.firstBackoff().multipliedBy(1L << Math.min(attempts - 1, 20));
    return wait.compareTo(properties.maxBackoff()) > 0 ? properties.maxBackoff() : wait;
  }

  /** Begins no further delivery, and returns once those under way have ended. */
  @Override
  public void close() {
    closed = true;
    threads.close();
  }
}
