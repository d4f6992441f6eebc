package io.onceflow.http.access;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a caller may do. */
public enum Role {
  /** Submits tasks and reads those of the own tenant. */
  USER,
  /** Acts on dead letters and on what belongs to no single user. */
  OPERATOR;

  /** The role of a name in any case, as {@code user} in the configuration or in a token. */
  public static Optional<Role> named(String name) {
    return Stream.of(values()).filter(role -> role.name().equalsIgnoreCase(name)).findFirst();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
