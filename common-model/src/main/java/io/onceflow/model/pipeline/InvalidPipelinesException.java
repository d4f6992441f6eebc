package io.onceflow.model.pipeline;

import org.jspecify.annotations.Nullable;

/** A pipelines file that cannot be used; the message names the file and the key. */
public final class InvalidPipelinesException extends RuntimeException {
  private static final long serialVersionUID = 1;

  InvalidPipelinesException(String file, String key, String problem, @Nullable Throwable cause) {
    super(file + (key.isEmpty() ? ": " : ": " + key + ": ") + problem, cause);
  }
}
