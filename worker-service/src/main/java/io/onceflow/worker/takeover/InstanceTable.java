package io.onceflow.worker.takeover;

import io.onceflow.worker.execution.InstanceId;
import java.time.Duration;
import org.springframework.jdbc.core.JdbcOperations;

/** {@code worker.instance}: which workers live, by the database's clock. */
final class InstanceTable {
  // Safe under concurrency: each instance writes its own row.
  private static final String BEAT =
      """
      insert into worker.instance (id, beat_at) values (?, clock_timestamp())
      on conflict (id) do update set beat_at = excluded.beat_at
      """;

  // Safe under concurrency: an instance without claims is missed by nobody, and one that beats
  // again
  // writes its row anew.
  private static final String FORGET_SILENT =
      """
      delete from worker.instance i
      where i.beat_at < clock_timestamp() - make_interval(secs => ?)
        and not exists (select from worker.step_execution e where e.status = 'RUNNING' and e.claimed_by = i.id)
      """;

  // Safe under concurrency: each instance deletes its own row, when it has no claims any more.
  private static final String LEAVE = "delete from worker.instance where id = ?";

  private final JdbcOperations jdbc;

  InstanceTable(JdbcOperations jdbc) {
    this.jdbc = jdbc;
  }

  void beat(InstanceId instance) {
    jdbc.update(BEAT, instance.value());
  }

  void leave(InstanceId instance) {
    jdbc.update(LEAVE, instance.value());
  }

  void forgetSilentFor(Duration silence) {
    jdbc.update(FORGET_SILENT, silence.toMillis() / 1000.0);
  }
}
