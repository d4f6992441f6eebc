package io.onceflow.worker.engine.openai.answer;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The part of JSON Schema that OpenAI's strict mode takes: each object names all of its properties
 * as required and allows no others, and nothing is composed but by {@code anyOf}.
 */
final class StrictSchema {
  private static final List<String> NOT_TAKEN =
      List.of(
          "allOf",
          "oneOf",
          "not",
          "if",
          "dependentRequired",
          "dependentSchemas",
          "patternProperties",
          "propertyNames",
          "contains");

  /** Refused, but no answer changes its shape without them. */
  private static final List<String> LEFT_OUT = List.of("minLength", "maxLength", "uniqueItems");

  private StrictSchema() {}

  static boolean accepts(JsonNode schema) {
    if (NOT_TAKEN.stream().anyMatch(schema::has)
        || (schema.path("properties").isObject() && !isClosed(schema))) {
      return false;
    }
    return schema.valueStream().allMatch(child -> !child.isContainer() || accepts(child));
  }

  /** The schema without what strict mode refuses; the answer is held against the whole of it. */
  static ObjectNode reduced(ObjectNode schema) {
    var copy = schema.deepCopy();
    leaveOut(copy);
    return copy;
  }

  private static void leaveOut(JsonNode schema) {
    for (var child : schema) {
      leaveOut(child);
    }
    // a property may have such a name; it then holds a schema, which is no number or flag
    if (schema instanceof ObjectNode object) {
      LEFT_OUT.stream().filter(key -> object.path(key).isValueNode()).forEach(object::remove);
    }
  }

  private static boolean isClosed(JsonNode object) {
    var additional = object.path("additionalProperties");
    var required = object.path("required").valueStream().map(JsonNode::asString).toList();
    return additional.isBoolean()
        && !additional.booleanValue()
        && required.containsAll(object.path("properties").propertyNames());
  }
}
