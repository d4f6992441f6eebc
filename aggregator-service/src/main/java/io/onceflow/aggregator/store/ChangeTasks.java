package io.onceflow.aggregator.store;

import io.onceflow.aggregator.state.MergedResult;
import io.onceflow.aggregator.state.MissingSteps;
import io.onceflow.aggregator.state.SettleTask;
import io.onceflow.aggregator.state.StepRow;
import io.onceflow.aggregator.state.TaskRow;
import io.onceflow.aggregator.state.TaskState;
import io.onceflow.model.TaskFinished;
import io.onceflow.model.TaskId;
import io.onceflow.model.Topics;
import io.onceflow.model.UuidV7;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.outbox.OutboxPoke;
import io.onceflow.outbox.OutboxRow;
import io.onceflow.outbox.OutboxTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.transaction.support.TransactionOperations;

/**
 * The one way to change tasks: lock their rows, apply what has come, ask the steps that may now
 * run, give the final answer if there is one, write it all with the messages it causes, commit, and
 * only then tell.
 */
public final class ChangeTasks {
  private static final Logger log = LoggerFactory.getLogger(ChangeTasks.class);

  private final TransactionOperations transactions;
  private final TaskTable tasks;
  private final StepResultTable steps;
  private final SettleTask settling;
  private final Pipelines pipelines;
  private final OutboxTable outbox;
  private final OutboxPoke poke;
  private final FinalAnswers answers;
  private final TaskChanges changes;
  private final TaskMetrics metrics;

  ChangeTasks(
      TransactionOperations transactions,
      TaskTable tasks,
      StepResultTable steps,
      SettleTask settling,
      Pipelines pipelines,
      OutboxTable outbox,
      OutboxPoke poke,
      FinalAnswers answers,
      TaskChanges changes,
      TaskMetrics metrics) {
    this.transactions = transactions;
    this.tasks = tasks;
    this.steps = steps;
    this.settling = settling;
    this.pipelines = pipelines;
    this.outbox = outbox;
    this.poke = poke;
    this.answers = answers;
    this.changes = changes;
    this.metrics = metrics;
  }

  /** Changes tasks of which something has arrived; those without a row get one. */
  public void arrived(List<TaskRow> arrived, Consumer<Map<TaskId, TaskState>> apply) {
    var ids = arrived.stream().map(TaskRow::id).collect(Collectors.toSet());
    run(() -> lock(ids, tasks.arrive(arrived)), apply);
  }

  /** Changes a task as the caller decides, who is given nothing if it is not there. */
  public <T> T one(TaskId id, Function<Optional<TaskState>, T> decide) {
    var decided = new ArrayList<T>(1);
    run(
        () -> lock(List.of(id), Set.of()),
        states -> decided.add(decide.apply(Optional.ofNullable(states.get(id)))));
    return decided.getFirst();
  }

  /**
   * Changes those of the tasks that are there.
   *
   * @param choose names them, within the transaction
   */
  public void existing(
      Supplier<Collection<TaskId>> choose, Consumer<Map<TaskId, TaskState>> apply) {
    run(() -> lock(choose.get(), Set.of()), apply);
  }

  /** Changes tasks whose deadline has passed, and returns how many. */
  public int due(int most, Consumer<TaskState> apply) {
    return run(
        () -> states(tasks.lockDue(most), Set.of()), states -> states.values().forEach(apply));
  }

  private Map<TaskId, TaskState> lock(Collection<TaskId> ids, Set<TaskId> created) {
    return states(tasks.lock(ids), created);
  }

  private Map<TaskId, TaskState> states(List<TaskTable.LockedRow> rows, Set<TaskId> created) {
    var ids = rows.stream().map(row -> row.task().id()).toList();
    var stepsOf =
        steps.of(ids.stream().filter(id -> !created.contains(id)).toList()).stream()
            .collect(Collectors.groupingBy(StepRow::taskId));
    return rows.stream()
        .collect(
            Collectors.toMap(
                row -> row.task().id(),
                row ->
                    new TaskState(
                        row.task(),
                        stepsOf.getOrDefault(row.task().id(), List.of()),
                        created.contains(row.task().id()),
                        row.now())));
  }

  private int run(Supplier<Map<TaskId, TaskState>> lock, Consumer<Map<TaskId, TaskState>> apply) {
    var done =
        transactions.execute(
            _ -> {
              var states = lock.get();
              apply.accept(states);
              var requests = new ArrayList<OutboxRow>();
              states.values().forEach(state -> requests.addAll(settling.settle(state)));
              states.values().forEach(state -> requests.addAll(state.messages()));
              return write(states, requests);
            });
    if (done.pokes()) {
      poke.poke();
    }
    done.states().forEach(this::told);
    changes.changed(done.states().stream().map(TaskState::view).toList());
    return done.size();
  }

  private void told(TaskState state) {
    metrics.changed(state);
    if (log.isDebugEnabled()) {
      try (var _ = MDC.putCloseable("taskId", state.id().toString())) {
        log.debug("Revision {}, {}", state.task().revision(), state.task().status());
      }
    }
  }

  private Done write(Map<TaskId, TaskState> states, List<OutboxRow> requests) {
    var changed = states.values().stream().filter(TaskState::isChanged).toList();
    changed.forEach(TaskState::seal);
    steps.write(changed.stream().flatMap(state -> state.touchedRows().stream()).toList());
    tasks.fillIn(changed.stream().filter(TaskState::isRefilled).map(TaskState::task).toList());
    tasks.write(changed);
    var given = changed.stream().filter(TaskState::hasNewAnswer).toList();
    given.forEach(state -> requests.add(finished(state)));
    outbox.append(requests);
    if (!given.isEmpty()) {
      answers.given(given.stream().map(TaskState::view).toList());
    }
    var news = states.values().stream().filter(TaskState::isNews).toList();
    return new Done(states.size(), news, !requests.isEmpty());
  }

  private OutboxRow finished(TaskState state) {
    var accepted = state.accepted();
    var view = state.view();
    var finishedAt = view.task().finishedAt();
    var message =
        new TaskFinished(
            UuidV7.next(),
            state.id(),
            view.task().tenant(),
            accepted.userId(),
            accepted.pipeline(),
            view.task().status(),
            view.task().revision(),
            accepted.submittedAt(),
            finishedAt == null ? state.now() : finishedAt,
            accepted.correlationId(),
            MergedResult.of(view, pipelines),
            MissingSteps.of(view));
    return OutboxRow.of(Topics.FINISHED, state.id(), message, accepted.traceparent());
  }

  private record Done(int size, List<TaskState> states, boolean pokes) {}
}
