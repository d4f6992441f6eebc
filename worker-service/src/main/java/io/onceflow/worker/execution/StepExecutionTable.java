package io.onceflow.worker.execution;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.onceflow.model.StepError;
import io.onceflow.model.StepName;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * {@code worker.step_execution}: one row for each piece of work.
 *
 * <p>Methods named {@code …Locked} change rows that the caller's transaction has locked by {@link
 * #lock}, {@link #due} or {@link #heldBySilentInstances}.
 */
public final class StepExecutionTable {
  // Safe under concurrency: the unique key lets one of all claimants insert; the others wait for
  // its
  // commit and insert nothing. Inserting in the order of the keys keeps two batches from waiting
  // for
  // each other.
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

  // Safe under concurrency: row locks, taken in the order of the keys by everybody.
  private static final String LOCK =
      "select %s from worker.step_execution e where exec_key = any(?::bytea[]) order by exec_key for update"
          .formatted(StepExecutionRows.COLUMNS);

  // Safe under concurrency: the row is locked by this transaction.
  private static final String RECLAIM =
      """
      update worker.step_execution
      set status = ?, claim_token = ?, attempt = ?, max_attempt = ?, claimed_by = ?, claimed_at = clock_timestamp(),
          retry_at = null, retry_asked = false, task_id = ?, priority = ?, expires_at = ?, request = ?,
          traceparent = ?, engine = ?, model = ?, finished_at = null
      where exec_key = ?
      """;

  // Safe under concurrency: the row is locked by this transaction.
  private static final String SUCCEED_LOCKED =
      """
      update worker.step_execution
      set status = 'SUCCEEDED', claim_token = ?, result = ?, output = ?, usage = ?, error = null, request = null,
          retry_at = null, waiting = 0, started_at = ?, finished_at = clock_timestamp(), engine = ?, model = ?
      where exec_key = ?
      """;

  // Safe under concurrency: the row is locked by this transaction. The new token voids the old
  // claim.
  private static final String WAIT_LOCKED =
      """
      update worker.step_execution
      set status = 'RETRY_WAIT', claim_token = ?, attempt = ?, max_attempt = ?, takeovers = ?, retry_at = ?,
          retry_asked = false, usage = ?, maybe_paid = ?, error = ?, task_id = ?, priority = ?, expires_at = ?, request = ?,
          traceparent = ?, waiting = ?
      where exec_key = ?
      """;

  // Safe under concurrency: the row is locked by this transaction. The new token voids the old
  // claim.
  private static final String GIVE_UP_LOCKED =
      """
      update worker.step_execution
      set status = ?, claim_token = ?, usage = ?, maybe_paid = ?, error = ?, waiting = 0, finished_at = clock_timestamp()
      where exec_key = ?
      """;

  // Safe under concurrency: the row is locked by this transaction.
  private static final String DELETE_LOCKED =
      "delete from worker.step_execution where exec_key = ?";

  // Safe under concurrency: the row is locked by this transaction, so the count and the waiters
  // agree.
  private static final String COUNT_WAITING =
      "update worker.step_execution set waiting = waiting + ? where exec_key = ?";

  // Safe under concurrency: each row is locked by one scanner; the others skip it.
  private static final String DUE =
      """
      select %s from worker.step_execution e
      where status = 'RETRY_WAIT' and retry_at <= clock_timestamp()
      order by retry_at limit ? for update skip locked
      """
          .formatted(StepExecutionRows.COLUMNS);

  // Safe under concurrency: the rows are locked by this transaction.
  private static final String ASKED_LOCKED =
      """
      update worker.step_execution
      set retry_asked = true, retry_at = clock_timestamp() + make_interval(secs => ?)
      where exec_key = any(?::bytea[])
      """;

  // Safe under concurrency: each row is locked by one scanner; the others skip it. An instance that
  // beats again after this read keeps its other claims and loses these: their tokens change.
  private static final String HELD_BY_SILENT =
      """
      select %s from worker.step_execution e
      where e.status = 'RUNNING' and e.claimed_by = any(array(
        select distinct r.claimed_by from worker.step_execution r
        left join worker.instance i on i.id = r.claimed_by
        where r.status = 'RUNNING'
          and (i.id is null or i.beat_at < clock_timestamp() - make_interval(secs => ?))))
      limit ? for update of e skip locked
      """
          .formatted(StepExecutionRows.COLUMNS);

  // Safe under concurrency: reads only; what it says may be old, and every write checks its token.
  private static final String HELD =
      "select claim_token from worker.step_execution where claim_token = any(?::uuid[]) and"
          + " exec_key = any(?::bytea[]) and status = 'RUNNING'";

  // Safe under concurrency: reads only; a result never goes away.
  private static final String WITH_RESULT =
      "select exec_key from worker.step_execution where exec_key = any(?::bytea[]) and status ="
          + " 'SUCCEEDED'";

  // Safe under concurrency: reads only; who acts on it looks again under the row's lock.
  private static final String HELD_HERE =
      """
      select exec_key, claim_token, claimed_at < clock_timestamp() - make_interval(secs => ?)
      from worker.step_execution where status = 'RUNNING' and claimed_by = ?
      """;

  // Safe under concurrency: each row is locked by one claimant; the others skip it.
  private static final String CLAIM_QUEUED =
      """
      with next as (
        select exec_key from worker.step_execution
        where status = 'QUEUED' and step = ? and tenant = ?
        order by priority desc, claimed_at limit ? for update skip locked),
      claimed as (
        update worker.step_execution e
        set status = 'RUNNING', claim_token = uuidv7(), claimed_by = ?, claimed_at = clock_timestamp()
        from next where e.exec_key = next.exec_key
        returning %s),
      entered as (
        insert into worker.model_call (id, exec_key, tenant, task_id, step, attempt, engine, model, instance)
        select claim_token, exec_key, tenant, task_id, step, attempt, engine, model, claimed_by from claimed)
      select * from claimed
      """
          .formatted(StepExecutionRows.COLUMNS);

  // Safe under concurrency: reads only.
  private static final String QUEUED =
      "select step, tenant, count(*) from worker.step_execution where status = 'QUEUED' group by"
          + " step, tenant";

  private final JdbcOperations jdbc;
  private final InstanceId instance;

  public StepExecutionTable(JdbcOperations jdbc, InstanceId instance) {
    this.jdbc = jdbc;
    this.instance = instance;
  }

  /**
   * A claim as the database has it.
   *
   * @param old whether it is older than the age that was asked for
   */
  public record Held(ExecKey key, UUID token, boolean old) {}

  /** Tenants with queued work of a step. */
  public record Queue(StepName step, String tenant, int length) {}

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

  /** Locks the rows of the given keys, those that exist, until the transaction's end. */
  public Map<ExecKey, StepExecution> lock(Collection<ExecKey> keys) {
    return jdbc.query(LOCK, StepExecutionRows::read, (Object) bytes(keys)).stream()
        .collect(toMap(StepExecution::key, Function.identity()));
  }

  /** Gives a row that nobody holds to a new claim. */
  public void reclaimLocked(AskedWork asked, int maxAttempt) {
    var claim = asked.claim();
    var request = claim.request();
    jdbc.update(
        RECLAIM,
        asked.status().name(),
        claim.token(),
        claim.attempt(),
        maxAttempt,
        instance.value(),
        request.taskId().value(),
        request.priority(),
        Timestamp.from(request.expiresAt()),
        Json.write(request),
        claim.traceparent(),
        claim.engine(),
        claim.model(),
        claim.key().bytes());
  }

  /** Records a result under the token of the claim that brought it. */
  public void succeedLocked(StepSuccess success) {
    jdbc.update(
        SUCCEED_LOCKED,
        success.claim().token(),
        success.result().toString(),
        success.outputJson(),
        success.usageJson(),
        Timestamp.from(success.startedAt()),
        success.claim().engine(),
        success.claim().model(),
        success.claim().key().bytes());
  }

  /**
   * Lets a row wait for its next attempt.
   *
   * @param owner whose request is made again
   * @param waiting how many others wait then
   */
  public void waitLocked(
      StepExecution row, Waiter owner, int waiting, Instant retryAt, UUID token) {
    requireLegal(row, ExecutionStatus.RETRY_WAIT);
    var request = owner.request();
    jdbc.update(
        WAIT_LOCKED,
        token,
        row.attempt(),
        row.maxAttempt(),
        row.takeovers(),
        Timestamp.from(retryAt),
        Json.write(row.usage()),
        row.maybePaid(),
        json(row.error()),
        request.taskId().value(),
        request.priority(),
        Timestamp.from(request.expiresAt()),
        Json.write(request),
        owner.traceparent(),
        waiting,
        row.key().bytes());
  }

  /**
   * Ends a row without a result.
   *
   * @param status FAILED or HELD
   */
  public void giveUpLocked(StepExecution row, ExecutionStatus status, StepError error, UUID token) {
    requireLegal(row, status);
    jdbc.update(
        GIVE_UP_LOCKED,
        status.name(),
        token,
        Json.write(row.usage()),
        row.maybePaid(),
        Json.write(error),
        row.key().bytes());
  }

  /** Forgets work that no call was made for. */
  public void deleteLocked(StepExecution row) {
    jdbc.update(DELETE_LOCKED, (Object) row.key().bytes());
  }

  /** Adds to the number of tasks that wait for a row. */
  public void countWaitingLocked(ExecKey key, int more) {
    jdbc.update(COUNT_WAITING, more, key.bytes());
  }

  /** Locks rows whose next attempt is due, the longest due first. */
  public List<StepExecution> due(int limit) {
    return jdbc.query(DUE, StepExecutionRows::read, limit);
  }

  /**
   * Notes that the next attempts have been asked for, and when to ask again should that be lost.
   */
  public void askedLocked(Collection<ExecKey> keys, Duration resendAfter) {
    jdbc.update(ASKED_LOCKED, seconds(resendAfter), bytes(keys));
  }

  /** Locks rows that are held by instances silent for longer than the lease. */
  public List<StepExecution> heldBySilentInstances(Duration lease, int limit) {
    return jdbc.query(HELD_BY_SILENT, StepExecutionRows::read, seconds(lease), limit);
  }

  /** Which of the given claims stand. */
  public Set<UUID> held(Collection<Claim> claims) {
    var tokens = claims.stream().map(Claim::token).toArray(UUID[]::new);
    var keys = bytes(claims.stream().map(Claim::key).toList());
    return new HashSet<>(jdbc.queryForList(HELD, UUID.class, tokens, keys));
  }

  /** Which of the given claims are for work that has a result. */
  public Set<ExecKey> withResult(Collection<Claim> claims) {
    var keys = bytes(claims.stream().map(Claim::key).toList());
    return jdbc.queryForList(WITH_RESULT, byte[].class, (Object) keys).stream()
        .map(ExecKey::ofBytes)
        .collect(toSet());
  }

  /** The claims that this instance holds according to the database. */
  public List<Held> heldHere(Duration age) {
    return jdbc.query(
        HELD_HERE,
        (row, _) ->
            new Held(
                ExecKey.ofBytes(row.getBytes(1)), row.getObject(2, UUID.class), row.getBoolean(3)),
        seconds(age),
        instance.value());
  }

  /** Claims queued work of a tenant, the most urgent first, and enters the calls in the ledger. */
  public List<StepExecution> claimQueued(Queue queue, int limit) {
    return jdbc.query(
        CLAIM_QUEUED,
        StepExecutionRows::read,
        queue.step().value(),
        queue.tenant(),
        limit,
        instance.value());
  }

  /** Who has queued work. */
  public List<Queue> queues() {
    return jdbc.query(
        QUEUED,
        (row, _) -> new Queue(new StepName(row.getString(1)), row.getString(2), row.getInt(3)));
  }

  private static void requireLegal(StepExecution row, ExecutionStatus next) {
    if (!row.status().canBecome(next)) {
      throw new IllegalStateException(
          "an execution cannot go from %s to %s".formatted(row.status(), next));
    }
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  private static byte[][] bytes(Collection<ExecKey> keys) {
    return keys.stream().map(ExecKey::bytes).toArray(byte[][]::new);
  }

  private static @Nullable String json(@Nullable Object value) {
    return value == null ? null : Json.write(value);
  }
}
