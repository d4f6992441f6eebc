package io.onceflow.http.access;

import java.util.List;

/**
 * Paths of the public port that need no caller: a console's static files, a published API document.
 * Everything else needs one. Beans of this type add up.
 *
 * @param patterns Spring path patterns, as {@code /v3/api-docs/**}
 */
public record OpenPaths(List<String> patterns) {
  public OpenPaths {
    patterns = List.copyOf(patterns);
  }

  public static OpenPaths of(String... patterns) {
    return new OpenPaths(List.of(patterns));
  }
}
