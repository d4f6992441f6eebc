package io.onceflow.worker.engine.embedded;

import io.onceflow.engine.embedded.EmbeddedEngine;
import io.onceflow.engine.embedded.category.Category;
import io.onceflow.engine.embedded.category.CategoryLabels;
import io.onceflow.engine.embedded.category.CategoryLabels.Label;
import io.onceflow.engine.embedded.keywords.Keyword;
import io.onceflow.engine.embedded.quality.QualityScore;
import io.onceflow.engine.embedded.summary.Summary;
import io.onceflow.engine.embedded.summary.SummaryOptions;
import io.onceflow.model.MessageJson;
import io.onceflow.model.pipeline.StepDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The four steps by the local models, their parameters, and the shapes of their results. */
final class DocumentSteps {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private DocumentSteps() {}

  /** The names of the steps. */
  static List<String> names() {
    return List.of("quality-score", "keyword-extract", "auto-classify", "summary-gen");
  }

  /**
   * The step as it is defined.
   *
   * @throws IllegalArgumentException if there is no such step, or a parameter is wrong
   */
  static DocumentStep of(StepDefinition step) {
    var parameters = step.parameters();
    return switch (step.name().value()) {
      case "quality-score" -> (engine, document) -> json(engine.quality(document));
      case "keyword-extract" -> (engine, document) -> json(engine.keywords(document));
      case "auto-classify" -> {
        var labels = labels(parameters);
        yield (engine, document) -> json(engine.category(document, labels));
      }
      case "summary-gen" -> {
        var options = summaryOptions(parameters);
        yield (engine, document) -> json(engine.summary(document, options));
      }
      default -> throw new IllegalArgumentException("it knows the steps " + names() + " alone");
    };
  }

  /** Which version of the models' code answers. */
  static String model() {
    return "embedded-" + EmbeddedEngine.REVISION;
  }

  private static CategoryLabels labels(ObjectNode parameters) {
    var given = parameters.path("labels");
    if (given.isMissingNode()) {
      return CategoryLabels.forArticles();
    }
    if (!given.isArray()) {
      throw new IllegalArgumentException("parameters.labels must be a list");
    }
    var labels = new ArrayList<Label>();
    given.forEach(label -> labels.add(label(label)));
    return new CategoryLabels(labels);
  }

  /** A name alone, or {@code {name, descriptions: {en: […], zh: […]}, examples: […]}}. */
  private static Label label(JsonNode label) {
    if (label.isString()) {
      return new Label(label.stringValue(), Map.of(), List.of());
    }
    var descriptions = new HashMap<String, List<String>>();
    for (var language : label.path("descriptions").properties()) {
      descriptions.put(language.getKey(), texts(language.getValue()));
    }
    return new Label(label.path("name").asString(""), descriptions, texts(label.path("examples")));
  }

  private static List<String> texts(JsonNode value) {
    if (value.isString()) {
      return List.of(value.stringValue());
    }
    var texts = new ArrayList<String>();
    value.forEach(text -> texts.add(text.asString()));
    return texts;
  }

  private static SummaryOptions summaryOptions(ObjectNode parameters) {
    var sentences = parameters.path("sentences");
    if (sentences.isMissingNode()) {
      return SummaryOptions.DEFAULT;
    }
    if (!sentences.isInt()) {
      throw new IllegalArgumentException("parameters.sentences must be a whole number");
    }
    return new SummaryOptions(sentences.intValue());
  }

  private static JsonNode json(QualityScore quality) {
    return MessageJson.mapper().valueToTree(quality);
  }

  private static JsonNode json(List<Keyword> keywords) {
    var list = JSON.arrayNode();
    for (var keyword : keywords) {
      list.addObject().put("keyword", keyword.keyword()).put("score", keyword.score());
    }
    return list;
  }

  private static JsonNode json(Category category) {
    return MessageJson.mapper().valueToTree(category);
  }

  private static JsonNode json(Summary summary) {
    return MessageJson.mapper().valueToTree(summary);
  }
}
