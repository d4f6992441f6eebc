package io.onceflow.aggregator.webhook;

import io.micrometer.core.instrument.Counter;
import io.onceflow.aggregator.notify.CurrentRevisions;
import io.onceflow.aggregator.notify.NotifyMetrics;
import io.onceflow.aggregator.webhook.WebhookDeliveryTable.Delivery;
import io.onceflow.aggregator.webhook.WebhookSender.RefusedAddressException;
import io.onceflow.model.TaskId;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;

/**
 * Posts final answers until the receiver has taken them, at least once each, for as long as
 * configured.
 */
final class DeliverWebhooks {
  private static final int BATCH = 50;

  private final WebhookDeliveryTable table;
  private final CurrentRevisions revisions;
  private final WebhookSender sender;
  private final WebhookProperties properties;
  private final Counter sent;
  private final Counter failed;
  private final Counter refused;

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
    this.sent = metrics.notifications("webhook", "sent");
    this.failed = metrics.notifications("webhook", "failed");
    this.refused = metrics.notifications("webhook", "refused");
  }

  /** Posts all that are due now, several at once. */
  void run() {
    var lease = properties.timeout().multipliedBy(3).plusSeconds(10);
    for (var due = table.takeDue(BATCH, lease); !due.isEmpty(); due = table.takeDue(BATCH, lease)) {
      try (var posting = Executors.newVirtualThreadPerTaskExecutor()) {
        for (var delivery : due) {
          posting.execute(() -> deliver(delivery));
        }
      }
    }
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
}
