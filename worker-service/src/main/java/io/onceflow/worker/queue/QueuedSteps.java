package io.onceflow.worker.queue;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.onceflow.model.Lane;
import io.onceflow.model.StepName;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.model.pipeline.StepDefinition;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.StepExecution;
import io.onceflow.worker.execution.table.QueuedExecutions;
import io.onceflow.worker.execution.table.QueuedExecutions.Queue;
import io.onceflow.worker.run.RunStep;
import io.onceflow.worker.slot.Asker;
import io.onceflow.worker.slot.Grant;
import io.onceflow.worker.slot.Slots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * Takes up work that waits in the database because its tenant had its share of slots: whenever a
 * slot gets free, and now and then for queues that other workers left.
 */
public final class QueuedSteps implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(QueuedSteps.class);

  /** More than get free at once; queues need not be counted further. */
  private static final int MOST_AT_ONCE = 200;

  private final QueuedExecutions queued;
  private final Slots slots;
  private final RunStep run;
  private final Pipelines pipelines;
  private volatile boolean anyQueued = true;
  private volatile Runnable whenAdded = () -> {};

  QueuedSteps(QueuedExecutions queued, Slots slots, RunStep run, Pipelines pipelines) {
    this.queued = queued;
    this.slots = slots;
    this.run = run;
    this.pipelines = pipelines;
  }

  /** Whether there may be a queue. */
  boolean anyQueued() {
    return anyQueued;
  }

  /** Calls back when work has been queued. */
  void whenAdded(Runnable callback) {
    whenAdded = callback;
  }

  /** Says that work has been queued. */
  public void added() {
    anyQueued = true;
    whenAdded.run();
  }

  @Override
  public void run() {
    anyQueued = false; // before the look, so that what is added during it is not overlooked
    var queues = queued.queues(MOST_AT_ONCE);
    anyQueued |= !queues.isEmpty();
    var lines = lines(queues);
    for (var lane : Lane.values()) {
      takeSlots(lines.stream().filter(line -> line.whose.lane() == lane).toList());
    }
    lines.forEach(this::claim);
  }

  /** One line for each tenant in each lane of a step; steps of other pipelines are left alone. */
  private List<Line> lines(List<Queue> queues) {
    var lines = new ArrayList<Line>();
    queues.stream()
        .collect(groupingBy(Whose::of, LinkedHashMap::new, toList()))
        .forEach(
            (whose, own) ->
                pipelines
                    .step(whose.step())
                    .ifPresent(step -> lines.add(new Line(whose, step, own))));
    return lines;
  }

  /** The lines take turns, so that a tenant with much work gets no more than one with little. */
  private void takeSlots(List<Line> lines) {
    var inTurn = new ArrayList<>(lines);
    while (!inTurn.isEmpty()) {
      inTurn.removeIf(line -> line.isServed() || !takeSlot(line));
    }
  }

  private boolean takeSlot(Line line) {
    var whose = line.whose;
    if (slots.take(Asker.QUEUE, whose.step(), whose.lane(), whose.tenant()) != Grant.GIVEN) {
      return false;
    }
    line.slots++;
    return true;
  }

  private void claim(Line line) {
    try {
      for (var queue : line.queues) {
        var rows = line.slots == 0 ? List.<StepExecution>of() : queued.claim(queue, line.slots);
        rows.forEach(row -> start(row, line.step));
        line.slots -= rows.size();
      }
    } catch (DataAccessException e) {
      log.debug("Queued work cannot be claimed now", e);
    }
    // others were quicker
    for (; line.slots > 0; line.slots--) {
      slots.release(line.whose.step(), line.whose.tenant());
    }
  }

  private void start(StepExecution row, StepDefinition step) {
    run.start(Claim.of(row, step), () -> slots.release(row.step(), row.tenant()));
  }

  /** Who waits for what. */
  private record Whose(StepName step, Lane lane, String tenant) {
    static Whose of(Queue queue) {
      return new Whose(queue.step(), queue.lane(), queue.tenant());
    }
  }

  /** The queues of one tenant in one lane of a step, and the slots that it has got. */
  private static final class Line {
    final Whose whose;
    final StepDefinition step;
    final List<Queue> queues;
    int slots;

    Line(Whose whose, StepDefinition step, List<Queue> queues) {
      this.whose = whose;
      this.step = step;
      this.queues = queues;
    }

    boolean isServed() {
      return slots >= queues.stream().mapToInt(Queue::length).sum();
    }
  }
}
