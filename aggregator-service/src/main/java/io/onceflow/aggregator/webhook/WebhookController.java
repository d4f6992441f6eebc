package io.onceflow.aggregator.webhook;

import io.onceflow.aggregator.notify.AwaitTask;
import io.onceflow.http.access.Caller;
import io.onceflow.http.access.Role;
import io.onceflow.http.problem.ProblemException;
import io.onceflow.model.TaskId;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** A task's deliveries over HTTP: users see those of their tenant, operators all. */
@RestController
@RequestMapping("/api/v1/tasks/{id}/webhook")
class WebhookController {
  private final WebhookDeliveryTable table;
  private final AwaitTask tasks;
  private final WebhookProperties properties;

  WebhookController(WebhookDeliveryTable table, AwaitTask tasks, WebhookProperties properties) {
    this.table = table;
    this.tasks = tasks;
    this.properties = properties;
  }

  @GetMapping
  WebhookList deliveries(@AuthenticationPrincipal Caller caller, @PathVariable UUID id)
      throws InterruptedException {
    var deliveries = table.ofTask(new TaskId(id), tenantOf(caller));
    if (deliveries.isEmpty()) {
      requireTask(caller, id);
    }
    return new WebhookList(deliveries);
  }

  /** Posts the latest final answer again, whether or not it was taken before. */
  @PostMapping("/redeliver")
  @ResponseStatus(HttpStatus.ACCEPTED)
  WebhookState redeliver(@AuthenticationPrincipal Caller caller, @PathVariable UUID id)
      throws InterruptedException {
    var again = table.redeliver(new TaskId(id), tenantOf(caller), properties.giveUpAfter());
    if (again.isEmpty()) {
      requireTask(caller, id);
      throw ProblemException.conflict(
          "nothing-to-redeliver",
          "The task has no callbackUrl, or no final answer yet. Submit it with a callbackUrl, or"
              + " wait until it is final.");
    }
    return again.get();
  }

  private void requireTask(Caller caller, UUID id) throws InterruptedException {
    if (tasks.read(new TaskId(id), caller.tenant(), Duration.ZERO).isEmpty()) {
      throw ProblemException.notFound("There is no task " + id + ".");
    }
  }

  private static @Nullable String tenantOf(Caller caller) {
    return caller.has(Role.OPERATOR) ? null : caller.tenant();
  }

  /** A task's deliveries, one for each revision of its final answer. */
  record WebhookList(List<WebhookState> items) {}
}
