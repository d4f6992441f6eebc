package io.onceflow.worker.engine.openai.chat;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Which kind of structured output an endpoint takes. With {@link StructuredOutput#AUTO} it begins
 * with the strictest; what the endpoint refuses is not tried again in this process.
 */
final class AnswerFormat {
  private final boolean learns;
  private final AtomicReference<StructuredOutput> current;

  AnswerFormat(StructuredOutput configured) {
    learns = configured == StructuredOutput.AUTO;
    current = new AtomicReference<>(learns ? StructuredOutput.JSON_SCHEMA : configured);
  }

  StructuredOutput current() {
    return current.get();
  }

  /**
   * The endpoint refused a kind. Of many calls that learn so at once, the first moves on and the
   * others follow.
   *
   * @return whether there is another kind to try
   */
  boolean refused(StructuredOutput kind) {
    if (!learns || kind == StructuredOutput.PROMPT) {
      return false;
    }
    current.compareAndSet(
        kind,
        kind == StructuredOutput.JSON_SCHEMA
            ? StructuredOutput.JSON_OBJECT
            : StructuredOutput.PROMPT);
    return true;
  }
}
