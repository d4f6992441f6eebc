package io.onceflow.worker.execution.table;

import static java.util.stream.Collectors.toSet;

import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.ExecKey;
import io.onceflow.worker.execution.InstanceId;
import io.onceflow.worker.execution.StepExecution;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcOperations;

/** Which claims on {@code worker.step_execution} stand, and whose they are. */
public final class StandingClaims {
  // Safe under concurrency: each row is locked by one scanner; the others skip it. An instance that
  // beats again after this read keeps its other claims and loses these: their tokens change.
  private static final String OF_SILENT =
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
  private static final String AMONG =
      "select claim_token from worker.step_execution where claim_token = any(?::uuid[]) and"
          + " exec_key = any(?::bytea[]) and status = 'RUNNING'";

  // Safe under concurrency: reads only; a result outlives every call for its work.
  private static final String WITH_RESULT =
      "select exec_key from worker.step_execution where exec_key = any(?::bytea[]) and status ="
          + " 'SUCCEEDED'";

  // Safe under concurrency: reads only; who acts on it looks again under the row's lock.
  private static final String HERE =
      """
      select exec_key, claim_token, claimed_at < clock_timestamp() - make_interval(secs => ?)
      from worker.step_execution where status = 'RUNNING' and claimed_by = ?
      """;

  private final JdbcOperations jdbc;
  private final InstanceId instance;

  public StandingClaims(JdbcOperations jdbc, InstanceId instance) {
    this.jdbc = jdbc;
    this.instance = instance;
  }

  /**
   * A claim as the database has it.
   *
   * @param old whether it is older than the age that was asked for
   */
  public record Standing(ExecKey key, UUID token, boolean old) {}

  /** Locks rows that are held by instances silent for longer than the lease. */
  public List<StepExecution> ofSilentInstances(Duration lease, int limit) {
    return jdbc.query(OF_SILENT, StepExecutionRows::read, SqlValues.seconds(lease), limit);
  }

  /** Which of the given claims stand. */
  public Set<UUID> among(Collection<Claim> claims) {
    var tokens = claims.stream().map(Claim::token).toArray(UUID[]::new);
    var keys = SqlValues.keys(claims.stream().map(Claim::key).toList());
    return new HashSet<>(jdbc.queryForList(AMONG, UUID.class, tokens, keys));
  }

  /** Which of the given claims are for work that has a result. */
  public Set<ExecKey> withResult(Collection<Claim> claims) {
    var keys = SqlValues.keys(claims.stream().map(Claim::key).toList());
    return jdbc.queryForList(WITH_RESULT, byte[].class, (Object) keys).stream()
        .map(ExecKey::ofBytes)
        .collect(toSet());
  }

  /** The claims that this instance holds according to the database. */
  public List<Standing> here(Duration age) {
    return jdbc.query(
        HERE,
        (row, _) ->
            new Standing(
                ExecKey.ofBytes(row.getBytes(1)), row.getObject(2, UUID.class), row.getBoolean(3)),
        SqlValues.seconds(age),
        instance.value());
  }
}
