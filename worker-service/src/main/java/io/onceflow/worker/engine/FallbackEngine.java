package io.onceflow.worker.engine;

import io.onceflow.model.pipeline.StepDefinition;
import io.onceflow.worker.engine.StepAnswer.StandIn;
import io.onceflow.worker.engine.call.CallGate;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Has another engine answer while the step's own one may not be asked because its endpoint fails or
 * its budget is spent. The work keeps the address that its own engine gives it, so that it is done
 * once; the answer says who gave it.
 */
final class FallbackEngine implements StepEngine {
  private static final Set<String> REASONS = Set.of(CallGate.UNAVAILABLE, CallGate.EXHAUSTED);

  private final StepEngine own;
  private final StepEngine other;

  FallbackEngine(StepEngine own, StepEngine other) {
    this.own = own;
    this.other = other;
  }

  @Override
  public String name() {
    return own.name();
  }

  @Override
  public String model(StepDefinition step) {
    return own.model(step);
  }

  @Override
  public List<UnpricedModel> unpriced(StepDefinition step) {
    return Stream.of(own, other).flatMap(engine -> engine.unpriced(step).stream()).toList();
  }

  @Override
  public StepAnswer call(StepCall call) throws EngineException, InterruptedException {
    try {
      return own.call(call);
    } catch (EngineException e) {
      if (!REASONS.contains(e.error().code())) {
        throw e;
      }
      return answerFor(call, e.error().code());
    }
  }

  private StepAnswer answerFor(StepCall call, String reason)
      throws EngineException, InterruptedException {
    var answer = other.call(call);
    var standIn = new StandIn(other.name(), other.model(call.step()));
    return new StepAnswer(marked(answer.result(), standIn, reason), answer.output(), standIn);
  }

  private JsonNode marked(JsonNode result, StandIn standIn, String reason) {
    if (!(result instanceof ObjectNode object)) {
      return result;
    }
    var marked = object.deepCopy();
    marked
        .putObject("fallback")
        .put("engine", standIn.engine())
        .put("model", standIn.model())
        .put("insteadOf", own.name())
        .put("reason", reason);
    return marked;
  }
}
