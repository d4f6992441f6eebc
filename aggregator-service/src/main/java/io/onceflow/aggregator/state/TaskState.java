package io.onceflow.aggregator.state;

import io.onceflow.model.StepFinished;
import io.onceflow.model.StepName;
import io.onceflow.model.StepProgress;
import io.onceflow.model.StepStatus;
import io.onceflow.model.TaskId;
import io.onceflow.model.TaskStatus;
import io.onceflow.outbox.OutboxRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One task under its row's lock: takes what has arrived and remembers what that changed.
 *
 * <p>Only moves forward: the first success of a step stays, else its highest attempt; what was
 * applied once, or is older, changes nothing.
 */
public final class TaskState {
  private final TaskRow before;
  private final Instant now;
  private final Map<StepName, StepRow> steps = new LinkedHashMap<>();
  private final Set<StepName> touched = new LinkedHashSet<>();
  private final List<OutboxRow> messages = new ArrayList<>();
  private TaskRow task;
  private boolean changed;
  private boolean answerChanged;
  private boolean refilled;
  private final boolean created;
  private boolean due;

  /**
   * @param created whether this transaction inserted the row
   * @param now the database's clock when the row was locked
   */
  public TaskState(TaskRow task, Collection<StepRow> rows, boolean created, Instant now) {
    this.before = task;
    this.task = task;
    this.created = created;
    this.now = now;
    rows.forEach(row -> steps.put(row.step(), row));
  }

  public TaskId id() {
    return task.id();
  }

  public TaskRow task() {
    return task;
  }

  /** The database's clock when the row was locked. */
  public Instant now() {
    return now;
  }

  /** Whether the task has been accepted, and for the tenant. */
  public boolean isOf(String tenant) {
    return task.accepted() != null && task.tenant().equals(tenant);
  }

  public TaskRow before() {
    return before;
  }

  public boolean isChanged() {
    return changed;
  }

  /** Whether what the task was accepted with has to be written. */
  public boolean isRefilled() {
    return refilled;
  }

  /** Whether there is a revision that nobody has been told of. */
  public boolean isNews() {
    return task.accepted() != null && (changed || created);
  }

  /** Whether a final answer has to be told: for the first time, or as a later revision. */
  public boolean hasNewAnswer() {
    return task.status().isFinal() && answerChanged;
  }

  public List<StepRow> touchedRows() {
    return touched.stream().map(steps::get).toList();
  }

  public TaskView view() {
    return new TaskView(task, List.copyOf(steps.values()));
  }

  public StepRow step(StepName name) {
    return steps.getOrDefault(name, StepRow.pending(task.id(), name));
  }

  /** The status of each step that the task asks for; empty before the accepted event. */
  Map<StepName, StepStatus> statuses() {
    var accepted = task.accepted();
    var statuses = new LinkedHashMap<StepName, StepStatus>();
    if (accepted != null) {
      accepted.steps().forEach(name -> statuses.put(name, step(name).status()));
    }
    return statuses;
  }

  /** Fills in what the task was accepted with, once. */
  public void accept(AcceptedTask accepted) {
    if (task.accepted() == null) {
      task = task.with(accepted);
      refilled = true;
      changed = true;
      answerChanged = true;
    }
  }

  /**
   * Takes the end of a step.
   *
   * @return whether it changed anything
   */
  public boolean apply(StepFinished finished) {
    var current = step(finished.step());
    if (!replaces(finished, current)) {
      return false;
    }
    put(current.ended(finished));
    answerChanged = true;
    return true;
  }

  private static boolean replaces(StepFinished finished, StepRow current) {
    if (current.status() == StepStatus.SUCCEEDED
        || current.history().superseded().contains(finished.messageId())) {
      return false;
    }
    if (finished instanceof StepFinished.Succeeded || !current.status().isFinal()) {
      return true;
    }
    return finished.attempt() > current.attempt() && finished.status() != current.status();
  }

  /** Takes a sign of life of a step, which no decision depends on. */
  public boolean apply(StepProgress progress) {
    var current = step(progress.step());
    if (task.status() != TaskStatus.PROCESSING
        || current.status().isFinal()
        || progress.attempt() < current.attempt()) {
      return false;
    }
    put(current.under(progress));
    return true;
  }

  /** The deadline has passed: the task is answered with what is there. */
  public void deadlinePassed() {
    due = true;
    changed = true;
    answerChanged = true;
  }

  boolean isDue() {
    return due;
  }

  /** Calls the task off; its unfinished steps are skipped. */
  public void cancel() {
    for (var name : statuses().keySet()) {
      var row = step(name);
      if (!row.status().isFinal()) {
        put(row.skipped("the task was cancelled", now));
      }
    }
    become(TaskStatus.CANCELLED);
    changed = true;
    answerChanged = true;
  }

  /** Makes a step pending again; what ended it will not end it twice. */
  void reopen(StepName name) {
    put(step(name).reopened());
  }

  /** Lets messages go out with the change. */
  public void send(List<OutboxRow> rows) {
    messages.addAll(rows);
  }

  public List<OutboxRow> messages() {
    return List.copyOf(messages);
  }

  void put(StepRow row) {
    steps.put(row.step(), row);
    touched.add(row.step());
    changed = true;
  }

  /** Gives an answered task the same time again, counted from now. */
  public void renewWindow() {
    var accepted = accepted();
    var shift = Duration.between(accepted.submittedAt(), now);
    task =
        task.with(
            accepted.withWindow(
                accepted.deadlineAt().plus(shift), accepted.expiresAt().plus(shift)));
    refilled = true;
    changed = true;
  }

  /** Moves to the status if it may be reached from the present one. */
  void become(TaskStatus next) {
    if (task.status().canBecome(next)) {
      task =
          new TaskRow(
              task.id(),
              task.tenant(),
              next,
              task.revision(),
              task.changedAt(),
              task.finishedAt(),
              task.accepted());
      answerChanged = true;
    }
  }

  /** Counts the change, once all of it has been made. */
  public void seal() {
    task = task.next(task.status(), now);
  }

  /** What the task was accepted with; fails for a task that only results have arrived of. */
  public AcceptedTask accepted() {
    var accepted = task.accepted();
    if (accepted == null) {
      throw new IllegalStateException("task " + task.id() + " has not been accepted yet");
    }
    return accepted;
  }
}
