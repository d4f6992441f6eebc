package io.onceflow.worker.execution.table;

import static java.util.stream.Collectors.toMap;

import io.onceflow.model.StepError;
import io.onceflow.worker.execution.AskedWork;
import io.onceflow.worker.execution.ExecKey;
import io.onceflow.worker.execution.ExecutionStatus;
import io.onceflow.worker.execution.InstanceId;
import io.onceflow.worker.execution.Json;
import io.onceflow.worker.execution.StepExecution;
import io.onceflow.worker.execution.StepSuccess;
import io.onceflow.worker.execution.Waiter;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * {@code worker.step_execution}: one row for each piece of work.
 *
 * <p>Methods named {@code …Locked} change rows that the caller's transaction has locked by {@link
 * #lock}, {@link #due} or {@link StandingClaims#ofSilentInstances}.
 */
public final class StepExecutionTable {
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

  // Safe under concurrency: each row is locked by one worker; the others skip it. Who asks for the
  // work at this moment waits for the lock, finds no row, and begins anew.
  private static final String FORGET_FINISHED =
      """
      delete from worker.step_execution where exec_key in (
        select exec_key from worker.step_execution
        where status in ('SUCCEEDED', 'FAILED') and finished_at < clock_timestamp() - make_interval(secs => ?)
        order by finished_at limit ? for update skip locked)
      """;

  private final JdbcOperations jdbc;
  private final InstanceId instance;

  public StepExecutionTable(JdbcOperations jdbc, InstanceId instance) {
    this.jdbc = jdbc;
    this.instance = instance;
  }

  /** Locks the rows of the given keys, those that exist, until the transaction's end. */
  public Map<ExecKey, StepExecution> lock(Collection<ExecKey> keys) {
    return jdbc.query(LOCK, StepExecutionRows::read, (Object) SqlValues.keys(keys)).stream()
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
    jdbc.update(ASKED_LOCKED, SqlValues.seconds(resendAfter), SqlValues.keys(keys));
  }

  /**
   * Forgets work that succeeded or failed long ago, the oldest first; nobody waits for it.
   *
   * @return how many rows are gone
   */
  public int forgetFinished(Duration age, int limit) {
    return jdbc.update(FORGET_FINISHED, SqlValues.seconds(age), limit);
  }

  private static void requireLegal(StepExecution row, ExecutionStatus next) {
    if (!row.status().canBecome(next)) {
      throw new IllegalStateException(
          "an execution cannot go from %s to %s".formatted(row.status(), next));
    }
  }

  private static @Nullable String json(@Nullable Object value) {
    return value == null ? null : Json.write(value);
  }
}
