package io.onceflow.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Pattern;

/**
 * The name of a step: lower-case letters, digits and single hyphens, at most 63 characters,
 * beginning with a letter, because topics, metrics and YAML keys carry it.
 */
public record StepName(@JsonValue String value) implements Comparable<StepName> {
  private static final Pattern VALID = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

  @JsonCreator
  public StepName {
    if (value.length() > 63 || !VALID.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "a step's name is made of lower-case letters, digits and single hyphens, at most 63"
              + " characters, but is '%s'".formatted(value));
    }
  }

  @Override
  public int compareTo(StepName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
