package io.onceflow.worker.execution;

import io.onceflow.model.StepError;
import io.onceflow.model.Usage;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * {@code worker.model_call}: every call that may have been paid for. An entry is committed before
 * its call can begin, so no call is without one.
 */
public final class ModelCallLedger {
  // Safe under concurrency: a token is entered by the one that drew it.
  private static final String ENTER =
      """
      insert into worker.model_call (id, exec_key, tenant, task_id, step, attempt, engine, model, instance)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  // Safe under concurrency: the worker that made a call knows best and overwrites what others
  // supposed
  // of it, but never a first-hand outcome.
  private static final String CLOSE =
      """
      update worker.model_call set outcome = ?, usage = ?, error = ?, finished_at = clock_timestamp()
      where id = ? and outcome in ('OPEN', 'UNKNOWN')
      """;

  // Safe under concurrency: what is known already stays.
  private static final String SUPPOSE =
      """
      update worker.model_call set outcome = ?, finished_at = clock_timestamp() where id = ? and outcome = 'OPEN'
      """;

  private final JdbcOperations jdbc;
  private final InstanceId instance;

  public ModelCallLedger(JdbcOperations jdbc, InstanceId instance) {
    this.jdbc = jdbc;
    this.instance = instance;
  }

  /** Enters the call that a claim allows. */
  public void enter(Claim claim) {
    jdbc.update(
        ENTER,
        claim.token(),
        claim.key().bytes(),
        claim.request().tenant(),
        claim.request().taskId().value(),
        claim.request().step().value(),
        claim.attempt(),
        claim.engine(),
        claim.model(),
        instance.value());
  }

  /** Closes a call of this worker. */
  public void close(Claim claim, CallOutcome outcome, Usage usage, @Nullable StepError error) {
    jdbc.update(
        CLOSE,
        outcome.name(),
        Json.write(usage),
        error == null ? null : Json.write(error),
        claim.token());
  }

  /** Closes a call of a worker that does not tell. */
  public void closeForAbsent(UUID token, CallOutcome outcome) {
    jdbc.update(SUPPOSE, outcome.name(), token);
  }
}
