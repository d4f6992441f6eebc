package io.onceflow.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.UUID;

/** The id of a task: a UUID of version 7, so that ids sort by the time of submission. */
public record TaskId(@JsonValue UUID value) implements Comparable<TaskId> {

  /** A new id, greater than any that this process made before. */
  public static TaskId next() {
    return new TaskId(UuidV7.next());
  }

  /**
   * Reads an id from its text.
   *
   * @throws IllegalArgumentException if it is not a UUID
   */
  @JsonCreator
  public static TaskId parse(String text) {
    return new TaskId(UUID.fromString(text));
  }

  @Override
  public int compareTo(TaskId other) {
    // unsigned, as PostgreSQL and the text order ids; UUID.compareTo compares signed
    var high =
        Long.compareUnsigned(value.getMostSignificantBits(), other.value.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(
            value.getLeastSignificantBits(), other.value.getLeastSignificantBits());
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
