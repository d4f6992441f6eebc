package io.onceflow.worker.engine;

import io.onceflow.model.pipeline.StepDefinition;
import java.util.List;

/**
 * Runs steps. A new kind of engine is a bean of this type; a step names it in {@code engine}.
 *
 * <p>Calls come on virtual threads, many at once, and may take minutes. An engine makes one attempt
 * a call and retries nothing itself; it ends soon after its thread is interrupted. Whatever is paid
 * for passes {@link StepCall#calls()}.
 */
public interface StepEngine {

  /** What steps call it; stable, because results are kept under it. */
  String name();

  /**
   * What answers a step: a model with its version. Part of the content address of the work, so it
   * changes whenever the same input could get another answer.
   */
  String model(StepDefinition step);

  /**
   * Makes one call.
   *
   * @throws EngineException if there is no answer; it says whether another attempt could help
   * @throws InterruptedException if the call was called off or took too long
   */
  StepAnswer call(StepCall call) throws EngineException, InterruptedException;

  /**
   * The same engine at another of its endpoints.
   *
   * @throws IllegalArgumentException if it has no such endpoint
   */
  default StepEngine at(String endpoint) {
    throw new IllegalArgumentException("the engine '%s' has no endpoints".formatted(name()));
  }

  /**
   * Checks at start that this engine can run a step.
   *
   * @throws IllegalArgumentException saying what is wrong with the step's definition
   */
  default void check(StepDefinition step) {}

  /** The models that may be asked for a step and whose calls count as free for want of a price. */
  default List<UnpricedModel> unpriced(StepDefinition step) {
    return List.of();
  }
}
