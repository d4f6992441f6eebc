package io.onceflow.worker.engine.embedded;

import io.onceflow.engine.embedded.EmbeddedEngine;
import io.onceflow.engine.embedded.text.Document;
import io.onceflow.model.StepName;
import io.onceflow.model.pipeline.StepDefinition;
import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.StepAnswer;
import io.onceflow.worker.engine.StepCall;
import io.onceflow.worker.engine.StepEngine;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Runs steps by models inside this process: no key, no network, no price. As many calls compute at
 * once as there are processors; the others wait, the most urgent in front.
 */
final class EmbeddedStepEngine implements StepEngine {
  private final EmbeddedEngine models;
  private final TextExtraction extraction;
  private final UrgentFirst threads;
  private final Map<StepName, DocumentStep> steps = new ConcurrentHashMap<>();

  EmbeddedStepEngine(EmbeddedEngine models, TextExtraction extraction, UrgentFirst threads) {
    this.models = models;
    this.extraction = extraction;
    this.threads = threads;
  }

  @Override
  public String name() {
    return "embedded";
  }

  @Override
  public String model(StepDefinition step) {
    return isExtraction(step) ? extraction.model() : DocumentSteps.model();
  }

  @Override
  public void check(StepDefinition step) {
    if (!isExtraction(step)) {
      steps.put(step.name(), DocumentSteps.of(step));
    }
  }

  @Override
  public StepAnswer call(StepCall call) throws EngineException, InterruptedException {
    try {
      return threads.compute(call.priority(), () -> answer(call));
    } catch (ExecutionException e) {
      throw switch (e.getCause()) {
        case EngineException failure -> failure;
        case OutOfMemoryError full ->
            EngineException.permanent("out-of-memory", "the document needs too much memory", full);
        case null, default ->
            EngineException.permanent(
                "engine-failure", "the embedded engine failed: " + e.getCause(), e.getCause());
      };
    }
  }

  private StepAnswer answer(StepCall call) throws EngineException {
    if (isExtraction(call.step())) {
      var extracted = extraction.extract(call.input());
      return new StepAnswer(extracted.result(), extracted.text());
    }
    var document =
        new Document(
            call.input().text(),
            textOrNull(call.parameters(), "title"),
            textOrNull(call.parameters(), "language"));
    JsonNode result = step(call.step()).run(models, document);
    return StepAnswer.of(result);
  }

  private DocumentStep step(StepDefinition definition) {
    return steps.computeIfAbsent(definition.name(), _ -> DocumentSteps.of(definition));
  }

  private static boolean isExtraction(StepDefinition step) {
    return step.name().value().equals(TextExtraction.STEP);
  }

  private static @Nullable String textOrNull(ObjectNode parameters, String name) {
    var value = parameters.path(name);
    return value.isString() ? value.stringValue() : null;
  }
}
