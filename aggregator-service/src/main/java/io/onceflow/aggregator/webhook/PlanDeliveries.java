package io.onceflow.aggregator.webhook;

import io.onceflow.aggregator.state.TaskView;
import io.onceflow.aggregator.store.FinalAnswers;
import io.onceflow.aggregator.webhook.WebhookDeliveryTable.Appended;
import io.onceflow.model.UuidV7;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Writes down, with each final answer, that it has to be posted to its callback URL. */
final class PlanDeliveries implements FinalAnswers {
  private final WebhookDeliveryTable table;
  private final Duration giveUpAfter;

  PlanDeliveries(WebhookDeliveryTable table, Duration giveUpAfter) {
    this.table = table;
    this.giveUpAfter = giveUpAfter;
  }

  @Override
  public void given(List<TaskView> answers) {
    var deliveries = answers.stream().flatMap(PlanDeliveries::delivery).toList();
    if (!deliveries.isEmpty()) {
      table.append(deliveries, giveUpAfter);
    }
  }

  private static Stream<Appended> delivery(TaskView answer) {
    var task = answer.task();
    var accepted = task.accepted();
    var url = accepted == null ? null : accepted.callbackUrl();
    if (url == null) {
      return Stream.empty();
    }
    var first = Objects.equals(task.finishedAt(), task.changedAt());
    return Stream.of(
        new Appended(
            UuidV7.next(),
            task.id().value(),
            task.revision(),
            task.tenant(),
            url,
            first ? "completed" : "revised"));
  }
}
