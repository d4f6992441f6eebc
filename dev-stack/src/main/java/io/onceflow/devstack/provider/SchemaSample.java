package io.onceflow.devstack.provider;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Makes up an answer that fits the schema of a request, wherever the request has it: any step gets
 * a valid answer, and the texts in it come from the document.
 */
final class SchemaSample {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String SHAPE = "It must fit this JSON Schema:\n";
  private static final int LONGEST = 60;

  private final JsonNode root;
  private final String text;

  private SchemaSample(JsonNode root, String text) {
    this.root = root;
    this.text = text;
  }

  static JsonNode answerTo(JsonNode request) {
    var schema = schema(request);
    return new SchemaSample(schema, document(request)).sample(schema);
  }

  private static JsonNode schema(JsonNode request) {
    var schema = request.path("response_format").path("json_schema").path("schema");
    if (schema.isObject()) {
      return schema;
    }
    var task = request.path("messages").path(0).path("content").asString("");
    int shape = task.indexOf(SHAPE);
    if (shape < 0) {
      return JSON.objectNode().put("type", "object");
    }
    try {
      return JsonMapper.shared().readTree(task.substring(shape + SHAPE.length()));
    } catch (JacksonException e) {
      throw new IllegalArgumentException("no schema in: " + task, e);
    }
  }

  private static String document(JsonNode request) {
    var question = FakeExchange.question(request);
    int start = question.indexOf("<document>\n") + "<document>\n".length();
    int end = question.indexOf("\n</document>");
    var document = end < start ? question : question.substring(start, end);
    var begin =
        document.substring(
            0,
            document.offsetByCodePoints(
                0, Math.min(LONGEST, document.codePointCount(0, document.length()))));
    return begin.isBlank() ? "nothing" : begin.strip();
  }

  private JsonNode sample(JsonNode schema) {
    var reference = schema.path("$ref").asString("");
    if (!reference.isEmpty()) {
      return sample(root.at(reference.substring(1)));
    }
    if (schema.path("enum").isArray()) {
      return schema.path("enum").get(0);
    }
    return switch (schema.path("type").asString("object")) {
      case "array" -> list(schema);
      case "string" -> JSON.stringNode(text);
      case "integer" -> JSON.numberNode(schema.path("maximum").asInt(10) / 2);
      case "number" -> JSON.numberNode(schema.path("maximum").asDouble(10) / 2);
      case "boolean" -> JSON.booleanNode(true);
      default -> object(schema);
    };
  }

  private JsonNode list(JsonNode schema) {
    var list = JSON.arrayNode();
    int size = Math.max(1, schema.path("minItems").asInt(1));
    for (int i = 0; i < size; i++) {
      list.add(sample(schema.path("items")));
    }
    return list;
  }

  private JsonNode object(JsonNode schema) {
    var object = JSON.objectNode();
    for (var property : schema.path("properties").properties()) {
      object.set(property.getKey(), sample(property.getValue()));
    }
    return object;
  }
}
