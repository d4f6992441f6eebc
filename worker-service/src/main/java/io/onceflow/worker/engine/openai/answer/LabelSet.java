package io.onceflow.worker.engine.openai.answer;

import io.onceflow.engine.embedded.category.CategoryLabels;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The labels that a document may be sorted under: the parameter {@code labels} of a step, in the
 * form that the embedded engine takes, or that engine's own.
 */
public final class LabelSet {
  /** By label, its description by language code. */
  private final Map<String, Map<String, String>> labels;

  private LabelSet(Map<String, Map<String, String>> labels) {
    this.labels = labels;
  }

  /**
   * The labels of a step.
   *
   * @throws IllegalArgumentException if the parameter is no list of labels
   */
  public static LabelSet of(ObjectNode parameters) {
    var given = parameters.path("labels");
    var labels = new LinkedHashMap<String, Map<String, String>>();
    if (given.isMissingNode()) {
      for (var label : CategoryLabels.forArticles().labels()) {
        var descriptions = new LinkedHashMap<String, String>();
        label
            .descriptions()
            .forEach((code, texts) -> descriptions.put(code, String.join("; ", texts)));
        labels.put(label.name(), descriptions);
      }
      return new LabelSet(labels);
    }
    if (!given.isArray() || given.isEmpty()) {
      throw new IllegalArgumentException("parameters.labels must be a list of labels");
    }
    for (var label : given) {
      var name = label.isString() ? label.stringValue() : label.path("name").asString("");
      if (name.isBlank() || labels.put(name, descriptions(label)) != null) {
        throw new IllegalArgumentException(
            "parameters.labels must give each label one name of its own, but holds " + label);
      }
    }
    return new LabelSet(labels);
  }

  /** One line for each label, with its description where it has one in the language. */
  public String describe(String languageCode) {
    var lines = new ArrayList<String>();
    labels.forEach(
        (name, descriptions) -> {
          var description = descriptions.get(languageCode);
          lines.add("- " + name + (description == null ? "" : ": " + description));
        });
    return String.join("\n", lines);
  }

  /** The names, for a schema's {@code enum}. */
  ArrayNode names() {
    var names = JsonNodeFactory.instance.arrayNode();
    labels.keySet().forEach(names::add);
    return names;
  }

  private static Map<String, String> descriptions(JsonNode label) {
    var descriptions = new LinkedHashMap<String, String>();
    for (var language : label.path("descriptions").properties()) {
      descriptions.put(language.getKey(), String.join("; ", texts(language.getValue())));
    }
    return descriptions;
  }

  private static List<String> texts(JsonNode value) {
    return value.isArray()
        ? value.valueStream().map(text -> text.asString("")).toList()
        : List.of(value.asString(""));
  }
}
