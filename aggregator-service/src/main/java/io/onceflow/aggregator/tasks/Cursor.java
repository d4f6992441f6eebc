package io.onceflow.aggregator.tasks;

import io.onceflow.http.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Where a page of a list ended, opaque to callers. */
final class Cursor {
  private Cursor() {}

  static @Nullable String of(@Nullable Object last) {
    return last == null
        ? null
        : Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(last.toString().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Reads a cursor.
   *
   * @throws ProblemException if it is not one that {@link #of} made
   */
  static @Nullable UUID read(@Nullable String cursor) {
    if (cursor == null) {
      return null;
    }
    try {
      return UUID.fromString(
          new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw ProblemException.invalidField("cursor", "must be the 'nextCursor' of another page");
    }
  }
}
