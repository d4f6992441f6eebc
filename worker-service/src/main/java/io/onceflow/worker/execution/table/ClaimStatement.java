package io.onceflow.worker.execution.table;

import io.onceflow.worker.execution.AskedWork;
import io.onceflow.worker.execution.ExecKey;
import io.onceflow.worker.execution.InstanceId;
import io.onceflow.worker.execution.Json;
import java.util.List;
import java.util.Set;
import org.springframework.jdbc.core.JdbcOperations;

/** Claims work that nobody began before: execution and ledger in one statement. */
public final class ClaimStatement {
  // Safe under concurrency: the unique key lets one of all claimants insert; the others wait for
  // its commit and insert nothing. Inserting in the order of the keys keeps two batches from
  // waiting for each other.
  private static final String CLAIM =
      """
      with asked as materialized (
        select * from unnest(?::bytea[], ?::uuid[], ?::text[], ?::text[], ?::text[], ?::int4[], ?::int4[], ?::text[],
                             ?::uuid[], ?::int4[], ?::timestamptz[], ?::text[], ?::text[], ?::text[], ?::text[])
          as a(exec_key, claim_token, tenant, step, status, attempt, max_attempt, claimed_by,
               task_id, priority, expires_at, request, traceparent, engine, model)),
      claimed as (
        insert into worker.step_execution
          (exec_key, claim_token, tenant, step, status, attempt, max_attempt, claimed_by,
           task_id, priority, expires_at, request, traceparent, engine, model)
        select * from asked order by exec_key
        on conflict (exec_key) do nothing
        returning *),
      entered as (
        insert into worker.model_call (id, exec_key, tenant, task_id, step, attempt, engine, model, instance)
        select claim_token, exec_key, tenant, task_id, step, attempt, engine, model, claimed_by
        from claimed where status = 'RUNNING')
      select exec_key from claimed
      """;

  private final JdbcOperations jdbc;
  private final InstanceId instance;

  public ClaimStatement(JdbcOperations jdbc, InstanceId instance) {
    this.jdbc = jdbc;
    this.instance = instance;
  }

  /**
   * Claims what nobody began before, and enters the calls in the ledger: one statement, and one
   * commit where no transaction is open.
   *
   * @param asked each key once
   * @return the keys that were claimed; each of the others has a row already
   */
  public Set<ExecKey> claim(List<AskedWork> asked) {
    return asked.isEmpty()
        ? Set.of()
        : Batch.query(
            jdbc,
            CLAIM,
            asked,
            batch ->
                batch
                    .keys(a -> a.claim().key())
                    .uuids(a -> a.claim().token())
                    .texts(a -> a.claim().request().tenant())
                    .texts(a -> a.claim().request().step().value())
                    .texts(a -> a.status().name())
                    .numbers(a -> a.claim().attempt())
                    .numbers(a -> Math.max(a.claim().attempt(), a.claim().request().maxAttempts()))
                    .texts(_ -> instance.value())
                    .uuids(a -> a.claim().request().taskId().value())
                    .numbers(a -> a.claim().request().priority())
                    .times(a -> a.claim().request().expiresAt())
                    .texts(a -> Json.write(a.claim().request()))
                    .texts(a -> a.claim().traceparent())
                    .texts(a -> a.claim().engine())
                    .texts(a -> a.claim().model()),
            row -> ExecKey.ofBytes(row.getBytes(1)));
  }
}
