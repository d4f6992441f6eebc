package io.onceflow.model;

import org.jspecify.annotations.Nullable;

/** A record that is not a message of a known type and version. It will never become readable. */
public final class UnreadableMessageException extends Exception {
  private static final long serialVersionUID = 1;

  private final String code;

  UnreadableMessageException(String code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /**
   * Stable: {@code unknown-message-type}, {@code unknown-schema-version}, {@code
   * malformed-message}.
   */
  public String code() {
    return code;
  }
}
