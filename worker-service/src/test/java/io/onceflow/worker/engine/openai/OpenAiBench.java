package io.onceflow.worker.engine.openai;

import io.onceflow.devstack.provider.FakeProvider;
import io.onceflow.devstack.provider.LoggedRequest;
import io.onceflow.devstack.provider.Scenario;
import io.onceflow.model.StepName;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.model.pipeline.StepDefinition;
import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.StepAnswer;
import io.onceflow.worker.engine.StepCall;
import io.onceflow.worker.engine.StepInput;
import io.onceflow.worker.testing.KeptCalls;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import tools.jackson.databind.JsonNode;

/** The engine with a fake provider before it. Settings go the way they go at start. */
final class OpenAiBench implements AutoCloseable {
  static final String DOCUMENT =
      "Barcelona won the cup final on Saturday. The decisive goal fell in the last minute.";

  private final FakeProvider provider = FakeProvider.start(0);
  private final Map<String, String> settings = new HashMap<>();
  private final Map<String, OpenAiEngine> engines = new HashMap<>();
  private final Map<String, JsonNode> parts = new HashMap<>();
  private KeptCalls calls = new KeptCalls(parts);

  OpenAiBench() {
    endpoint("base-url", provider.baseUrl().toString());
    endpoint("api-key", "sk-secret");
  }

  /** A setting of the default endpoint. */
  OpenAiBench endpoint(String key, String value) {
    return set("endpoints.default." + key, value);
  }

  OpenAiBench set(String key, String value) {
    settings.put(OpenAiProperties.PREFIX + "." + key, value);
    return this;
  }

  /** The engine whose default endpoint's model plays a scenario; one for all calls of a test. */
  OpenAiEngine engine(Scenario scenario) {
    return engines.computeIfAbsent(
        scenario.model(),
        model -> OpenAiEngine.of(endpoint("model", model).properties(), Clock.systemUTC()));
  }

  OpenAiProperties properties() {
    return properties(settings);
  }

  static OpenAiProperties properties(Map<String, String> settings) {
    return new Binder(new MapConfigurationPropertySource(settings))
        .bindOrCreate(OpenAiProperties.PREFIX, OpenAiProperties.class);
  }

  StepAnswer call(Scenario scenario) throws EngineException, InterruptedException {
    return call(scenario, step("auto-classify"));
  }

  StepAnswer call(Scenario scenario, StepDefinition step)
      throws EngineException, InterruptedException {
    return engine(scenario).call(callOf(step, DOCUMENT));
  }

  /** The failure of a call that has to fail. */
  EngineException failure(Scenario scenario) throws InterruptedException {
    return failure(scenario, step("auto-classify"));
  }

  EngineException failure(Scenario scenario, StepDefinition step) throws InterruptedException {
    try {
      throw new AssertionError("answered: " + call(scenario, step));
    } catch (EngineException e) {
      return e;
    }
  }

  /** The calls of the latest attempt. */
  KeptCalls calls() {
    return calls;
  }

  List<LoggedRequest> requests() {
    return provider.requests();
  }

  FakeProvider provider() {
    return provider;
  }

  static StepDefinition step(String name) {
    return Pipelines.shipped().step(new StepName(name)).orElseThrow();
  }

  /** A step that differs in how long a call may take. */
  static StepDefinition within(Duration timeout) {
    var step = step("auto-classify");
    return new StepDefinition(
        step.name(),
        step.version(),
        step.resultField(),
        step.engine(),
        step.model(),
        step.prompt(),
        timeout,
        step.maxAttempts(),
        step.backoff(),
        step.concurrency(),
        step.partitions(),
        step.onUnknownOutcome(),
        step.documentFields(),
        step.parameters(),
        step.outputSchema());
  }

  /** An attempt, whose calls are kept as {@link #calls()}. */
  StepCall callOf(StepDefinition step, String text) {
    calls = new KeptCalls(parts);
    return new StepCall(
        UUID.randomUUID(),
        "work",
        step,
        step.parametersFor("A title", "en"),
        new StepInput.Text("text/plain", text),
        "tenant",
        5,
        1,
        calls);
  }

  @Override
  public void close() {
    engines.values().forEach(OpenAiEngine::close);
    provider.close();
  }
}
