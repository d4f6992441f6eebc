package io.onceflow.worker.execution.end;

import io.onceflow.worker.execution.StepSuccess;
import io.onceflow.worker.execution.ledger.CallColumns;
import io.onceflow.worker.execution.table.Batch;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcOperations;

/** Records results that nobody else waits for: execution, ledger and outbox in one statement. */
public final class SuccessStatement {
  // Safe under concurrency: only a row still held under its token changes, and only one that nobody
  // waits for: a task that registers as waiting at this moment holds the row's lock, and the row is
  // looked at again, and passed over, once that commits.
  private static final String RECORD =
      """
      with done as materialized (
        select * from unnest(?::bytea[], ?::uuid[], ?::text[], ?::text[], ?::text[], ?::timestamptz[], ?::text[], ?::text[],
                             %s,
                             ?::uuid[], ?::int2[], ?::text[], ?::bytea[], ?::text[])
          as d(exec_key, claim_token, result, output, usage, started_at, engine, model,
               %s,
               key, shard, messages, tail, traceparent)),
      recorded as (
        update worker.step_execution e
        set status = 'SUCCEEDED', result = d.result, output = d.output, usage = d.usage, error = null,
            request = null, started_at = d.started_at, finished_at = clock_timestamp(),
            engine = d.engine, model = d.model
        from done d
        where e.exec_key = d.exec_key and e.claim_token = d.claim_token and e.status = 'RUNNING' and e.waiting = 0
        returning e.claim_token),
      closed as (
        update worker.model_call c
        set %s
        from done d join recorded r using (claim_token)
        where c.id = d.claim_token and c.call = d.call and c.id between ? and ?),
      answered as (
        insert into worker.outbox (key, shard, messages, tail, traceparent)
        select key, shard, messages, tail, traceparent from done join recorded using (claim_token))
      select claim_token from recorded
      """
          .formatted(CallColumns.PARAMETERS, CallColumns.NAMES, CallColumns.SET);

  private final JdbcOperations jdbc;

  public SuccessStatement(JdbcOperations jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Records results, closes their calls and appends their answers, for every claim that still
   * stands and that nobody waits for; one commit where no transaction is open.
   *
   * @return the tokens of the claims that were recorded
   */
  public Set<UUID> record(List<StepSuccess> successes) {
    return successes.isEmpty()
        ? Set.of()
        : Batch.query(
            jdbc,
            RECORD,
            successes,
            batch ->
                CallColumns.bind(
                        batch
                            .keys(s -> s.claim().key())
                            .uuids(s -> s.claim().token())
                            .texts(s -> s.result().toString())
                            .texts(StepSuccess::outputJson)
                            .texts(StepSuccess::usageJson)
                            .times(StepSuccess::startedAt)
                            .texts(s -> s.claim().engine())
                            .texts(s -> s.claim().model()),
                        s -> s.calls().last())
                    .outbox(StepSuccess::answer)
                    .bounds(s -> s.claim().token()),
            row -> row.getObject(1, UUID.class));
  }
}
