package io.onceflow.worker.slot;

import io.onceflow.model.Lane;
import io.onceflow.model.StepName;
import io.onceflow.model.pipeline.Pipelines;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/** The slots of all steps in this process; tells whoever waits when one gets free. */
public final class Slots {
  private final Map<StepName, StepSlots> bySteps = new HashMap<>();
  private final List<Runnable> waiting = new CopyOnWriteArrayList<>();

  Slots(Pipelines pipelines, SlotProperties properties) {
    for (var step : pipelines.steps()) {
      bySteps.put(step.name(), new StepSlots(step.concurrency(), properties));
    }
  }

  /** Asks for a slot; whoever gets none and still wants one asks again within a second. */
  public Grant take(Asker asker, StepName step, Lane lane, String tenant) {
    return of(step).take(asker, lane, tenant, System.nanoTime());
  }

  /** Gives a slot back. */
  public void release(StepName step, String tenant) {
    of(step).release(tenant);
    waiting.forEach(Runnable::run);
  }

  /** Calls back whenever a slot has become free. */
  public void whenFreed(Runnable callback) {
    waiting.add(callback);
  }

  private StepSlots of(StepName step) {
    return Objects.requireNonNull(bySteps.get(step), "every step of the pipelines has slots");
  }
}
