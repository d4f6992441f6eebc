package io.onceflow.worker.engine.openai.chat;

import org.jspecify.annotations.Nullable;

/**
 * What a model said.
 *
 * @param text empty if it said nothing
 * @param finish why it stopped
 * @param refusal its reason not to answer, where it gives one apart from the text
 */
public record ChatReply(String text, Finish finish, @Nullable String refusal) {

  /** Why a model stopped. */
  public enum Finish {
    STOPPED,
    CUT_OFF,
    FILTERED;

    static Finish of(String reason) {
      return switch (reason) {
        case "length", "max_tokens" -> CUT_OFF;
        case "content_filter" -> FILTERED;
        default -> STOPPED;
      };
    }
  }
}
