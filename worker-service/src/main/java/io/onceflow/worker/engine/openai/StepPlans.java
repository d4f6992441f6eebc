package io.onceflow.worker.engine.openai;

import io.onceflow.model.MessageJson;
import io.onceflow.model.StepName;
import io.onceflow.model.pipeline.StepDefinition;
import io.onceflow.worker.engine.openai.answer.AnswerSchema;
import io.onceflow.worker.engine.openai.answer.LabelSet;
import io.onceflow.worker.engine.openai.answer.ShippedSchemas;
import io.onceflow.worker.engine.openai.chat.ChatClient;
import io.onceflow.worker.engine.openai.chat.ChatModel;
import io.onceflow.worker.engine.openai.prompt.LanguageFamily;
import io.onceflow.worker.engine.openai.prompt.PromptLibrary;
import io.onceflow.worker.engine.openai.prompt.Prompts;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Works out how each step is asked, from its definition, the settings and the prompts' files; once
 * for each step.
 */
final class StepPlans {
  private static final String COMBINE = "combine";

  /** What a call can cost, and how its answer is read, hangs on them. */
  private static final Set<String> RESERVED =
      Set.of("model", "messages", "max_tokens", "max_completion_tokens", "n", "stream");

  private final OpenAiProperties properties;
  private final Map<String, ChatClient> clients;
  private final PromptLibrary prompts;
  private final @Nullable String oneEndpoint;
  private final Map<StepName, StepPlan> plans = new ConcurrentHashMap<>();

  /**
   * @param clients by endpoint, one for each of the settings
   */
  StepPlans(OpenAiProperties properties, Map<String, ChatClient> clients, PromptLibrary prompts) {
    this(properties, clients, prompts, null);
  }

  private StepPlans(
      OpenAiProperties properties,
      Map<String, ChatClient> clients,
      PromptLibrary prompts,
      @Nullable String oneEndpoint) {
    this.properties = properties;
    this.clients = Map.copyOf(clients);
    this.prompts = prompts;
    this.oneEndpoint = oneEndpoint;
  }

  /** The same plans with all steps at one endpoint. */
  StepPlans at(String endpoint) {
    return new StepPlans(properties, clients, prompts, endpoint);
  }

  /**
   * The plan of a step.
   *
   * @throws IllegalArgumentException saying what is wrong with the definition or which setting is
   */
  StepPlan of(StepDefinition step) {
    return plans.computeIfAbsent(step.name(), _ -> plan(step));
  }

  private StepPlan plan(StepDefinition step) {
    var name = step.name().value();
    var own = properties.steps().getOrDefault(name, StepProperties.NONE);
    var endpointName = endpointName(own);
    var client = clients.get(endpointName);
    var endpoint = properties.endpoints().get(endpointName);
    if (client == null || endpoint == null) {
      throw new IllegalArgumentException(
          "%s.base-url is not set".formatted(OpenAiProperties.endpointSetting(endpointName)));
    }
    var labels = LabelSet.of(step.parameters());
    var prompts = prompts(step, labels);
    return new StepPlan(
        name,
        client,
        model(step, own, endpointName, endpoint),
        prompts,
        combine(prompts),
        new AnswerSchema(schema(step, labels)));
  }

  private String endpointName(StepProperties own) {
    if (oneEndpoint != null) {
      return oneEndpoint;
    }
    return own.endpoint() == null ? properties.defaultEndpoint() : own.endpoint();
  }

  private ChatModel model(
      StepDefinition step, StepProperties own, String endpointName, EndpointProperties endpoint) {
    var setting = OpenAiProperties.stepSetting(step.name().value());
    // a model that is named for the step is named for its own endpoint
    var model =
        oneEndpoint == null
            ? firstOf(own.model(), step.model(), endpoint.model())
            : firstOf(endpoint.model(), own.model(), step.model());
    if (model == null) {
      throw new IllegalArgumentException(
          "%s.model is not set".formatted(OpenAiProperties.endpointSetting(endpointName)));
    }
    var temperature = own.temperature() == null ? endpoint.temperature() : own.temperature();
    new EndpointCheck(setting).checkTemperature(temperature);
    int maxTokens = own.maxTokens() == null ? endpoint.maxTokens() : own.maxTokens();
    if (maxTokens <= 0) {
      throw new IllegalArgumentException(setting + ".max-tokens must be positive");
    }
    var extraBody = object(endpoint.extraBody(), OpenAiProperties.endpointSetting(endpointName));
    extraBody.setAll(object(own.extraBody(), setting));
    return new ChatModel(
        model,
        temperature,
        maxTokens,
        endpoint.maxTokensField(),
        extraBody,
        endpoint.contextTokens(),
        endpoint.prices().get(model));
  }

  private Prompts prompts(StepDefinition step, LabelSet labels) {
    var values = new EnumMap<LanguageFamily, Map<String, String>>(LanguageFamily.class);
    for (var language : LanguageFamily.values()) {
      var filled = new HashMap<String, String>();
      for (var parameter : step.parameters().properties()) {
        if (parameter.getValue().isValueNode()) {
          filled.put(parameter.getKey(), parameter.getValue().asString());
        }
      }
      filled.put("labels", labels.describe(language.code()));
      values.put(language, filled);
    }
    var prompt = step.prompt();
    return prompts.load(prompt == null ? step.name().value() : prompt, values);
  }

  /** The prompt {@code combine}, around the step's own task. */
  private Prompts combine(Prompts own) {
    var values = new EnumMap<LanguageFamily, Map<String, String>>(LanguageFamily.class);
    for (var language : LanguageFamily.values()) {
      values.put(language, Map.of("task", own.in(language).task()));
    }
    return prompts.load(COMBINE, values);
  }

  private static ObjectNode schema(StepDefinition step, LabelSet labels) {
    var own = step.outputSchema();
    var schema = own == null ? ShippedSchemas.find(step.name().value(), labels) : own;
    if (schema == null) {
      throw new IllegalArgumentException("it needs an output-schema");
    }
    return schema;
  }

  private static ObjectNode object(@Nullable String json, String setting) {
    if (json == null || json.isBlank()) {
      return JsonNodeFactory.instance.objectNode();
    }
    try {
      if (MessageJson.mapper().readTree(json) instanceof ObjectNode object) {
        requireNoneOf(RESERVED, object, setting);
        return object;
      }
    } catch (JacksonException e) {
      throw new IllegalArgumentException(setting + ".extra-body is not JSON", e);
    }
    throw new IllegalArgumentException(setting + ".extra-body must be a JSON object");
  }

  private static void requireNoneOf(Set<String> fields, ObjectNode object, String setting) {
    for (var field : object.propertyNames()) {
      if (fields.contains(field)) {
        throw new IllegalArgumentException(
            "%s.extra-body cannot set '%s', which prices and budgets go by"
                .formatted(setting, field));
      }
    }
  }

  private static @Nullable String firstOf(@Nullable String... names) {
    for (var name : names) {
      if (name != null && !name.isBlank()) {
        return name;
      }
    }
    return null;
  }
}
