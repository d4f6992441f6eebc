package io.onceflow.worker.engine.openai.chat;

import io.onceflow.model.MessageJson;
import io.onceflow.worker.engine.openai.chat.ChatMessage.Role;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One question to a model.
 *
 * @param schemaName letters, digits and hyphens
 * @param schema of the answer, whose root is an object
 * @param strict whether the schema keeps to what OpenAI's strict mode takes
 */
public record ChatRequest(
    ChatModel model,
    List<ChatMessage> messages,
    String schemaName,
    ObjectNode schema,
    boolean strict) {

  private static final String SHAPE =
      "\n\nAnswer with one JSON object and nothing else. It must fit this JSON Schema:\n";

  public ChatRequest {
    messages = List.copyOf(messages);
  }

  byte[] body(StructuredOutput kind) {
    var body = JsonNodeFactory.instance.objectNode();
    body.put("model", model.name());
    var conversation = body.putArray("messages");
    for (var message : messages) {
      var shape =
          message.role() == Role.SYSTEM && kind != StructuredOutput.JSON_SCHEMA
              ? SHAPE + schema
              : "";
      conversation
          .addObject()
          .put("role", message.role().name().toLowerCase(Locale.ROOT))
          .put("content", message.text() + shape);
    }
    body.put(model.maxTokensField(), model.maxTokens());
    if (model.temperature() != null) {
      body.put("temperature", model.temperature());
    }
    var format = responseFormat(kind);
    if (format != null) {
      body.set("response_format", format);
    }
    body.setAll(model.extraBody());
    return MessageJson.mapper().writeValueAsBytes(body);
  }

  private @Nullable ObjectNode responseFormat(StructuredOutput kind) {
    var format = JsonNodeFactory.instance.objectNode();
    return switch (kind) {
      case PROMPT -> null;
      case JSON_OBJECT -> format.put("type", "json_object");
      case AUTO, JSON_SCHEMA -> {
        format.put("type", "json_schema");
        format
            .putObject("json_schema")
            .put("name", schemaName)
            .put("strict", strict)
            .set("schema", schema);
        yield format;
      }
    };
  }

  /** About how many tokens the question has. */
  public long inputTokens() {
    return messages.stream().mapToLong(m -> Tokens.estimate(m.text())).sum();
  }

  /** What the question may have consumed, where the provider does not say. */
  Tokens estimate(String answer) {
    return new Tokens(inputTokens(), Tokens.estimate(answer), 0, 0);
  }
}
