package io.onceflow.worker.claim;

import io.onceflow.model.Lane;
import io.onceflow.model.StepName;
import io.onceflow.model.pipeline.Pipelines;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/** The slots of all steps in this process; tells whoever waits when one gets free. */
final class Slots {
  private final Map<StepName, StepSlots> bySteps = new HashMap<>();
  private final List<Runnable> waiting = new CopyOnWriteArrayList<>();

  Slots(Pipelines pipelines, ClaimProperties properties) {
    for (var step : pipelines.steps()) {
      var slots =
          new StepSlots(step.concurrency(), properties, () -> waiting.forEach(Runnable::run));
      bySteps.put(step.name(), slots);
    }
  }

  StepSlots.Grant take(StepName step, Lane lane, String tenant) {
    return of(step).take(lane, tenant, System.nanoTime());
  }

  void release(StepName step, String tenant) {
    of(step).release(tenant);
  }

  void waitsNoMore(StepName step, Lane lane) {
    of(step).waitsNoMore(lane);
  }

  /** Calls back whenever a slot has become free. */
  void whenFreed(Runnable callback) {
    waiting.add(callback);
  }

  private StepSlots of(StepName step) {
    return Objects.requireNonNull(bySteps.get(step), "every step of the pipelines has slots");
  }
}
