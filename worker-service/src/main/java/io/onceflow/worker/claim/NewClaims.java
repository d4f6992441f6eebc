package io.onceflow.worker.claim;

import io.onceflow.model.StepRequested;
import io.onceflow.model.Usage;
import io.onceflow.model.UuidV7;
import io.onceflow.model.pipeline.StepDefinition;
import io.onceflow.worker.engine.Engines;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.ExecKey;
import org.jspecify.annotations.Nullable;

/** Draws claims for requests: the content address of their work, and a fresh token. */
final class NewClaims {
  private final Engines engines;

  NewClaims(Engines engines) {
    this.engines = engines;
  }

  Claim of(StepRequested request, StepDefinition step, @Nullable String traceparent) {
    var engine = engines.of(step);
    var model = engine.model(step);
    return new Claim(
        ExecKey.of(request, engine.name(), model),
        UuidV7.next(),
        request.attempt(),
        request,
        step,
        engine.name(),
        model,
        Usage.NONE,
        false,
        traceparent);
  }
}
