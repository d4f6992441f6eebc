package io.onceflow.worker.engine.openai;

import io.onceflow.model.pipeline.StepDefinition;
import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.StepAnswer;
import io.onceflow.worker.engine.StepCall;
import io.onceflow.worker.engine.StepEngine;
import io.onceflow.worker.engine.UnpricedModel;
import io.onceflow.worker.engine.openai.chat.ChatClient;
import io.onceflow.worker.engine.openai.chat.TimeLimits;
import io.onceflow.worker.engine.openai.prompt.PromptLibrary;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Runs steps by language models behind chat endpoints that speak OpenAI's protocol. */
final class OpenAiEngine implements StepEngine, AutoCloseable {
  private final StepPlans plans;
  private final TimeLimits limits;
  private final ExecutorService transport;

  private OpenAiEngine(StepPlans plans, TimeLimits limits, ExecutorService transport) {
    this.plans = plans;
    this.limits = limits;
    this.transport = transport;
  }

  /**
   * The engine with the endpoints of its settings.
   *
   * @throws IllegalArgumentException naming the setting that is wrong
   */
  static OpenAiEngine of(OpenAiProperties properties, Clock clock) {
    var limits = new TimeLimits();
    var transport = Executors.newVirtualThreadPerTaskExecutor();
    var clients = new HashMap<String, ChatClient>();
    properties
        .endpoints()
        .forEach(
            (name, given) -> {
              // one that is given no more than a key, as by an environment, is not in use
              if (given.baseUrl() != null) {
                var endpoint = given.endpoint(name, OpenAiProperties.endpointSetting(name));
                clients.put(name, new ChatClient(endpoint, limits, transport, clock));
              }
            });
    var prompts = new PromptLibrary(properties.promptsFolder());
    return new OpenAiEngine(new StepPlans(properties, clients, prompts), limits, transport);
  }

  @Override
  public String name() {
    return "openai";
  }

  @Override
  public StepEngine at(String endpoint) {
    return new OpenAiEngine(plans.at(endpoint), limits, transport);
  }

  @Override
  public String model(StepDefinition step) {
    return plans.of(step).version();
  }

  @Override
  public void check(StepDefinition step) {
    plans.of(step);
  }

  @Override
  public List<UnpricedModel> unpriced(StepDefinition step) {
    return plans.of(step).unpriced().stream().toList();
  }

  @Override
  public StepAnswer call(StepCall call) throws EngineException, InterruptedException {
    return StepAnswer.of(new AnswerStep(plans.of(call.step()), call).answer());
  }

  /** Calls under way have ended by now, or are called off. */
  @Override
  public void close() {
    transport.shutdownNow();
    limits.close();
  }
}
