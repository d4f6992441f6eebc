package io.onceflow.model.pipeline;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One mapping of a YAML file, read key by key; whatever is wrong is reported with the file and the
 * key's whole path.
 */
record YamlKeys(String file, String path, ObjectNode node) {

  /** Refuses keys that are not among the given ones. */
  YamlKeys allowOnly(Set<String> known) {
    for (var name : node.propertyNames()) {
      if (!known.contains(name)) {
        throw invalid(name, "is not a known key; known are " + known.stream().sorted().toList());
      }
    }
    return this;
  }

  List<String> names() {
    return List.copyOf(node.propertyNames());
  }

  YamlKeys mapping(String key) {
    var value = node.path(key);
    if (isAbsent(value)) {
      return new YamlKeys(file, pathOf(key), JsonNodeFactory.instance.objectNode());
    }
    if (value instanceof ObjectNode object) {
      return new YamlKeys(file, pathOf(key), object);
    }
    throw invalid(key, "must be a mapping but is " + value);
  }

  @Nullable ObjectNode objectOrNull(String key) {
    return isAbsent(node.path(key)) ? null : mapping(key).node();
  }

  @Nullable String textOrNull(String key) {
    var value = node.path(key);
    if (isAbsent(value)) {
      return null;
    }
    if (value.isString() && !value.stringValue().isBlank()) {
      return value.stringValue();
    }
    throw invalid(key, "must be a text but is " + value);
  }

  String text(String key, String fallback) {
    var text = textOrNull(key);
    return text == null ? fallback : text;
  }

  int number(String key, int fallback, int lowest, int highest) {
    var value = node.path(key);
    if (value.isMissingNode()) {
      return fallback;
    }
    if (!value.isInt() || value.intValue() < lowest || value.intValue() > highest) {
      throw invalid(
          key, "must be a whole number from %d to %d but is %s".formatted(lowest, highest, value));
    }
    return value.intValue();
  }

  boolean flag(String key, boolean fallback) {
    var value = node.path(key);
    if (value.isMissingNode()) {
      return fallback;
    }
    if (!value.isBoolean()) {
      throw invalid(key, "must be true or false but is " + value);
    }
    return value.booleanValue();
  }

  /** A duration in ISO 8601, such as {@code PT30S}. */
  Duration duration(String key, Duration fallback) {
    var text = textOrNull(key);
    if (text == null) {
      return fallback;
    }
    try {
      var duration = Duration.parse(text);
      if (duration.isPositive()) {
        return duration;
      }
    } catch (DateTimeParseException e) {
      // reported below, like a duration of the wrong sign
    }
    throw invalid(key, "must be a positive ISO 8601 duration such as PT30S but is " + text);
  }

  <E extends Enum<E>> E choice(String key, E fallback) {
    var text = textOrNull(key);
    if (text == null) {
      return fallback;
    }
    var choices = fallback.getDeclaringClass().getEnumConstants();
    return Stream.of(choices)
        .filter(choice -> written(choice).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                invalid(
                    key,
                    "must be one of %s but is %s"
                        .formatted(Stream.of(choices).map(YamlKeys::written).toList(), text)));
  }

  List<String> texts(String key) {
    var value = node.path(key);
    if (isAbsent(value)) {
      return List.of();
    }
    if (!value.isArray()) {
      throw invalid(key, "must be a list but is " + value);
    }
    var texts = new ArrayList<String>();
    for (JsonNode item : value) {
      if (!item.isString()) {
        throw invalid(key, "must hold texts but holds " + item);
      }
      texts.add(item.stringValue());
    }
    return texts;
  }

  InvalidPipelinesException invalid(String key, String problem) {
    return new InvalidPipelinesException(file, pathOf(key), problem, null);
  }

  /** A key without a value is read as an empty text. */
  private static boolean isAbsent(JsonNode value) {
    return value.isMissingNode()
        || value.isNull()
        || (value.isString() && value.stringValue().isEmpty());
  }

  private String pathOf(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  private static String written(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
