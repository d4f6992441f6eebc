package io.onceflow.worker.engine.echo;

import io.onceflow.model.pipeline.StepDefinition;
import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.StepAnswer;
import io.onceflow.worker.engine.StepCall;
import io.onceflow.worker.engine.StepEngine;
import java.util.concurrent.ThreadLocalRandom;
import tools.jackson.databind.node.JsonNodeFactory;

/** Answers with the document's length, after a delay, and fails as often as it is told to. */
final class EchoEngine implements StepEngine {
  private final EchoProperties properties;

  EchoEngine(EchoProperties properties) {
    this.properties = properties;
  }

  @Override
  public String name() {
    return "echo";
  }

  @Override
  public String model(StepDefinition step) {
    return "echo";
  }

  @Override
  public StepAnswer call(StepCall call) throws EngineException, InterruptedException {
    var text = call.input().text();
    if (properties.delay().isPositive()) {
      // the delay is what this engine is for
      Thread.sleep(properties.delay());
    }
    if (ThreadLocalRandom.current().nextDouble() < properties.failureRate()) {
      throw EngineException.retryable("echo-failure", "failed as configured", null, null);
    }
    var result = JsonNodeFactory.instance.objectNode();
    result.put("step", call.step().name().value());
    result.put("characters", text.length());
    return StepAnswer.of(result);
  }
}
