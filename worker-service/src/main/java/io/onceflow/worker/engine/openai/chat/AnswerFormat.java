package io.onceflow.worker.engine.openai.chat;

/**
 * Which kind of structured output an endpoint takes. With {@link StructuredOutput#AUTO} it begins
 * with the strictest; what the endpoint refuses is not tried again in this process.
 */
final class AnswerFormat {
  private final boolean learns;
  private volatile StructuredOutput current;

  AnswerFormat(StructuredOutput configured) {
    learns = configured == StructuredOutput.AUTO;
    current = learns ? StructuredOutput.JSON_SCHEMA : configured;
  }

  StructuredOutput current() {
    return current;
  }

  /**
   * The endpoint refused a kind. Of many calls that learn so at once, the first moves on and the
   * others follow.
   *
   * @return whether there is another kind to try
   */
  synchronized boolean refused(StructuredOutput kind) {
    if (!learns || kind == StructuredOutput.PROMPT) {
      return false;
    }
    if (current == kind) {
      current =
          kind == StructuredOutput.JSON_SCHEMA
              ? StructuredOutput.JSON_OBJECT
              : StructuredOutput.PROMPT;
    }
    return true;
  }
}
