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

  /**
   * Where Hangul Jamo begin; no character before weighs as a word, and most texts have no other.
   */
  private static final int FIRST_THAT_MAY_BE_A_WORD = 0x1100;

  /** Far above any context; no nonsense of a provider makes sums overflow. */
  private static final double MOST = 1e9;

  public Tokens {
    cachedInput = Math.min(cachedInput, input);
    reasoning = Math.min(reasoning, output);
  }

  /**
   * Whether a {@code usage} object says what was consumed. Some gateways send an empty one or
   * zeros, which would make the answer free: a question always has tokens.
   */
  static boolean areIn(JsonNode usage) {
    return count(usage.path("prompt_tokens")) > 0 && usage.path("completion_tokens").isNumber();
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
    long weight = text.codePoints().mapToLong(Tokens::weight).sum();
    return (weight + LATIN_CHARACTERS - 1) / LATIN_CHARACTERS;
  }

  /**
   * Where a text ends that begins at {@code from} and has at most so many tokens by this estimate;
   * at least one character further.
   */
  public static int end(String text, int from, long most) {
    long left = most * LATIN_CHARACTERS;
    int end = from;
    while (end < text.length()) {
      int c = text.codePointAt(end);
      left -= weight(c);
      if (left < 0 && end > from) {
        break;
      }
      end += Character.charCount(c);
    }
    return end;
  }

  private static int weight(int c) {
    return weighsAsWord(c) ? LATIN_CHARACTERS : Character.charCount(c);
  }

  private static boolean weighsAsWord(int c) {
    return c >= FIRST_THAT_MAY_BE_A_WORD
        && (Character.isIdeographic(c)
            || switch (Character.UnicodeScript.of(c)) {
              case HIRAGANA, KATAKANA, HANGUL -> true;
              default -> false;
            });
  }

  private static long count(JsonNode number) {
    return number.isNumber() ? (long) Math.clamp(number.asDouble(0), 0, MOST) : 0;
  }
}
