package io.onceflow.worker.execution.ledger;

import io.onceflow.model.Usage;
import io.onceflow.worker.engine.call.CallOutcome;
import io.onceflow.worker.engine.call.ModelCall;
import io.onceflow.worker.execution.CallsMade;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.EndedCall;
import io.onceflow.worker.execution.InstanceId;
import io.onceflow.worker.execution.table.Batch;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * {@code worker.model_call}: every call that may have been paid for, under the token of its claim
 * and its number within the attempt. An entry is committed before its call can begin, so no call is
 * without one.
 */
public final class ModelCallLedger {
  // Safe under concurrency: a token is entered by the one that drew it.
  private static final String ENTER =
      """
      insert into worker.model_call (id, exec_key, tenant, task_id, step, attempt, engine, model, instance)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  // Safe under concurrency: the numbers of a claim's calls are given by its worker alone.
  private static final String ENTER_NEXT =
      """
      insert into worker.model_call (id, call, exec_key, tenant, task_id, step, attempt, engine, model, instance,
                                     purpose, endpoint, asked_model)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  // Safe under concurrency: the worker that made a call knows best and overwrites what others
  // supposed of it, but never a first-hand outcome.
  private static final String CLOSE =
      """
      with done as (
        select * from unnest(?::uuid[], %s) as d(id, %s))
      update worker.model_call c
      set %s
      from done d
      where c.id = d.id and c.call = d.call and c.id between ? and ? and c.outcome in ('OPEN', 'UNKNOWN')
      returning c.id
      """
          .formatted(CallColumns.PARAMETERS, CallColumns.NAMES, CallColumns.SET);

  // Safe under concurrency: what is known already stays.
  private static final String SUPPOSE =
      """
      update worker.model_call set outcome = ?, finished_at = clock_timestamp() where id = ? and outcome = 'OPEN'
      """;

  // Safe under concurrency: reads only; of a claim that is void, so nothing is added.
  private static final String USED =
      """
      select count(*) filter (where consumption is not null and outcome <> 'NOT_CALLED'),
             sum(input_tokens), sum(output_tokens), sum(cached_input_tokens), sum(reasoning_tokens), sum(cost_micro_usd)
      from worker.model_call where id = ?
      """;

  private final JdbcOperations jdbc;
  private final InstanceId instance;

  public ModelCallLedger(JdbcOperations jdbc, InstanceId instance) {
    this.jdbc = jdbc;
    this.instance = instance;
  }

  /** Enters the first call that a claim allows. */
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

  /** Enters a further call of an attempt. */
  public void enterNext(Claim claim, int number, ModelCall call) {
    jdbc.update(
        ENTER_NEXT,
        claim.token(),
        number,
        claim.key().bytes(),
        claim.request().tenant(),
        claim.request().taskId().value(),
        claim.request().step().value(),
        claim.attempt(),
        claim.engine(),
        claim.model(),
        instance.value(),
        call.purpose().name(),
        call.endpoint(),
        call.model());
  }

  /** Closes a call of this worker. */
  public void close(UUID token, EndedCall ended) {
    Batch.query(
        jdbc,
        CLOSE,
        List.of(ended),
        batch -> CallColumns.bind(batch.uuids(_ -> token), call -> call).bounds(_ -> token),
        row -> row.getObject(1, UUID.class));
  }

  /** Closes the calls of an attempt of this worker. */
  public void close(UUID token, CallsMade calls) {
    if (calls.last() != null) {
      close(token, calls.last());
    }
    // one that was entered without this worker being told
    closeForAbsent(token, CallOutcome.NOT_CALLED);
  }

  /** Closes the calls of an attempt whose answer nobody needs any more. */
  public void closeLate(UUID token, CallsMade calls) {
    close(token, calls.withOutcome(CallOutcome.LATE));
  }

  /** Closes a call of a worker that does not tell. */
  public void closeForAbsent(UUID token, CallOutcome outcome) {
    jdbc.update(SUPPOSE, outcome.name(), token);
  }

  /** What the calls of a claim consumed, those whose outcome is known. */
  public Usage used(UUID token) {
    return Objects.requireNonNull(
        jdbc.queryForObject(
            USED,
            (row, _) ->
                new Usage(
                    row.getInt(1),
                    row.getLong(2),
                    row.getLong(3),
                    row.getLong(4),
                    row.getLong(5),
                    row.getLong(6)),
            token));
  }
}
