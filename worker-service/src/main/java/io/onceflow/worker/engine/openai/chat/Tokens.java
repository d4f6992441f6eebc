package io.onceflow.worker.engine.openai.chat;

import tools.jackson.databind.JsonNode;

/**
 * What one exchange consumed.
 *
 * @param input read, cached ones included
 * @param output written, reasoning included
 * @param cachedInput the part of the input that the provider had cached
 * @param reasoning the part of the output that was reasoning
 */
public record Tokens(long input, long output, long cachedInput, long reasoning) {
  private static final int LATIN_CHARACTERS = 4;

  public Tokens {
    cachedInput = Math.min(cachedInput, input);
    reasoning = Math.min(reasoning, output);
  }

  /** The {@code usage} object of an answer; DeepSeek names the cached part differently. */
  static Tokens read(JsonNode usage) {
    var cached = usage.path("prompt_tokens_details").path("cached_tokens");
    return new Tokens(
        count(usage.path("prompt_tokens")),
        count(usage.path("completion_tokens")),
        count(cached.isNumber() ? cached : usage.path("prompt_cache_hit_tokens")),
        count(usage.path("completion_tokens_details").path("reasoning_tokens")));
  }

  /**
   * About how many tokens a text has: one for four characters of an alphabet, one for each Chinese,
   * Japanese or Korean character. Tokenizers differ by a third around it.
   */
  public static long estimate(String text) {
    long ideographic = text.codePoints().filter(Tokens::weighsAsWord).count();
    return ideographic + (text.length() - ideographic + LATIN_CHARACTERS - 1) / LATIN_CHARACTERS;
  }

  private static boolean weighsAsWord(int c) {
    return Character.isIdeographic(c)
        || switch (Character.UnicodeScript.of(c)) {
          case HIRAGANA, KATAKANA, HANGUL -> true;
          default -> false;
        };
  }

  private static long count(JsonNode number) {
    return number.isNumber() ? Math.max(0, number.asLong()) : 0;
  }
}
