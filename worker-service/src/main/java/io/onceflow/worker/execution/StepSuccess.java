package io.onceflow.worker.execution;

import io.onceflow.model.Input;
import io.onceflow.model.StepFinished;
import io.onceflow.model.Usage;
import io.onceflow.model.UuidV7;
import io.onceflow.outbox.OutboxRow;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a call brought.
 *
 * @param output a document for following steps
 * @param calls of this attempt alone
 */
public record StepSuccess(
    Claim claim,
    JsonNode result,
    @Nullable Input output,
    @Nullable String outputSha256,
    CallsMade calls,
    Instant startedAt,
    Instant finishedAt) {

  /** What all attempts consumed. */
  public Usage allUsage() {
    return claim.usedBefore().plus(calls.usage());
  }

  /** The answer to the task whose request was worked on. */
  public OutboxRow answer() {
    return Answers.row(
        answerTo(new Waiter(claim.key(), claim.request(), claim.traceparent()), false));
  }

  /** The answer to a task that asked for this work. */
  public Answers.Answer answerTo(Waiter asker, boolean reused) {
    var request = asker.request();
    return new Answers.Answer(
        new StepFinished.Succeeded(
            UuidV7.next(),
            request.taskId(),
            request.tenant(),
            request.step(),
            request.stepVersion(),
            claim.attempt(),
            reused,
            claim.engine(),
            claim.model(),
            startedAt,
            finishedAt,
            reused ? Usage.NONE : allUsage(),
            result,
            output,
            outputSha256),
        asker.traceparent());
  }

  public String usageJson() {
    return Json.write(allUsage());
  }

  public @Nullable String outputJson() {
    return output == null ? null : Json.write(output.withoutText());
  }
}
