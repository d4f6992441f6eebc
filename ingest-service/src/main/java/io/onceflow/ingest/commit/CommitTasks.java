package io.onceflow.ingest.commit;

import io.onceflow.ingest.commit.IdempotencyKeyTable.First;
import io.onceflow.ingest.commit.IdempotencyKeyTable.Scope;
import io.onceflow.model.TaskId;
import io.onceflow.outbox.OutboxPoke;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;

/** Writes a group of tasks in one commit and tells the relay. */
final class CommitTasks implements GroupCommit.Write<NewTask, Outcome> {
  private static final Logger log = LoggerFactory.getLogger(CommitTasks.class);

  private final TaskTable tasks;
  private final IdempotencyKeyTable keys;
  private final OutboxPoke poke;
  private final CommitMetrics metrics;

  CommitTasks(TaskTable tasks, IdempotencyKeyTable keys, OutboxPoke poke, CommitMetrics metrics) {
    this.tasks = tasks;
    this.keys = keys;
    this.poke = poke;
    this.metrics = metrics;
  }

  @Override
  public List<Outcome> write(List<NewTask> group) {
    try {
      return outcomes(group);
    } catch (DataAccessResourceFailureException e) {
      log.warn(
          "{} uploads were refused, because the database is away: {}", group.size(), e.toString());
      return Collections.nCopies(group.size(), new Outcome.Unavailable());
    }
  }

  private List<Outcome> outcomes(List<NewTask> group) {
    var inserted = metrics.timed(group.size(), () -> insert(group));
    if (!inserted.isEmpty()) {
      poke.poke();
    }
    var refused =
        group.stream().filter(task -> !inserted.contains(task.accepted().taskId())).toList();
    var firsts = refused.isEmpty() ? Map.<Scope, First>of() : firstsOf(refused);
    return group.stream()
        .map(
            task ->
                inserted.contains(task.accepted().taskId())
                    ? new Outcome.Accepted(task.accepted().taskId(), task.answer())
                    : refusal(task, firsts))
        .toList();
  }

  /** The first requests under the keys; none where the database goes away before it tells. */
  private Map<Scope, First> firstsOf(List<NewTask> refused) {
    try {
      return keys.firstUnderKeysOf(refused);
    } catch (DataAccessException e) {
      // what the group inserted is committed, so its answers must not be lost with these
      log.warn("{} repetitions were refused: {}", refused.size(), e.toString());
      return Map.of();
    }
  }

  /**
   * Inserts once, also when the connection breaks: the commit may have gone through before the
   * answer was lost, and then writing again would make a second task.
   */
  private Set<TaskId> insert(List<NewTask> group) {
    try {
      return tasks.insert(group);
    } catch (CannotGetJdbcConnectionException e) {
      throw e;
    } catch (DataAccessResourceFailureException e) {
      return insertUnlessCommitted(group);
    }
  }

  private Set<TaskId> insertUnlessCommitted(List<NewTask> group) {
    var ids = group.stream().map(task -> task.accepted().taskId()).toList();
    // one statement wrote them all: if any is there, a taken key explains each that is not
    var committed = tasks.thatExist(ids);
    if (!committed.isEmpty()) {
      return committed;
    }
    try {
      return tasks.insert(group);
    } catch (DuplicateKeyException e) {
      // the lost statement was still running and has committed since
      return tasks.thatExist(ids);
    }
  }

  private static Outcome refusal(NewTask task, Map<Scope, First> firsts) {
    var first = firsts.get(Scope.of(task));
    if (first == null) {
      // the database went away, or the key's window ended just now; the next try will tell
      return new Outcome.Unavailable();
    }
    var id = task.accepted().taskId();
    if (first.task().equals(id)) {
      return new Outcome.Accepted(id, task.answer());
    }
    return first.fingerprint().equals(task.fingerprint())
        ? new Outcome.Replayed(first.task(), first.answer())
        : new Outcome.KeyReused();
  }
}
