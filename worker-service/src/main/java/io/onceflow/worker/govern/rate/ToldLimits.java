package io.onceflow.worker.govern.rate;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a provider's {@code x-ratelimit-*} headers say, as OpenAI, Azure, Groq and LiteLLM send
 * them: limits a minute, and when what is used up is there again ({@code 1s}, {@code 6m0s}, {@code
 * 20ms}, or seconds).
 *
 * @param requestsPerMinute 0 if not said
 * @param tokensPerMinute 0 if not said
 * @param reset when there is room again, if there is none
 */
record ToldLimits(double requestsPerMinute, double tokensPerMinute, @Nullable Duration reset) {
  static final ToldLimits NONE = new ToldLimits(0, 0, null);

  private static final String PREFIX = "x-ratelimit-";
  private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|h|m|s)");

  /** What the headers say, whose names are in lower case. */
  static ToldLimits of(Map<String, String> headers) {
    return new ToldLimits(
        number(headers, "limit-requests"),
        number(headers, "limit-tokens"),
        longer(reset(headers, "requests"), reset(headers, "tokens")));
  }

  private static double number(Map<String, String> headers, String name) {
    try {
      var number = Double.parseDouble(headers.getOrDefault(PREFIX + name, "0").strip());
      return Double.isFinite(number) && number > 0 ? number : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static @Nullable Duration reset(Map<String, String> headers, String of) {
    var remaining = headers.get(PREFIX + "remaining-" + of);
    var reset = headers.get(PREFIX + "reset-" + of);
    return remaining != null && reset != null && remaining.strip().equals("0")
        ? duration(reset.strip())
        : null;
  }

  private static @Nullable Duration duration(String text) {
    if (text.matches("\\d{1,6}(\\.\\d+)?")) {
      return millis(Double.parseDouble(text), 1_000);
    }
    if (!text.matches("(\\d{1,9}(\\.\\d+)?(ms|h|m|s))+")) {
      return null;
    }
    return PART.matcher(text)
        .results()
        .map(
            part ->
                millis(
                    Double.parseDouble(part.group(1)),
                    switch (part.group(2)) {
                      case "h" -> 3_600_000;
                      case "m" -> 60_000;
                      case "s" -> 1_000;
                      default -> 1;
                    }))
        .reduce(Duration.ZERO, Duration::plus);
  }

  private static Duration millis(double number, int unit) {
    return Duration.ofMillis((long) Math.ceil(number * unit));
  }

  private static @Nullable Duration longer(@Nullable Duration one, @Nullable Duration other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.compareTo(other) > 0 ? one : other;
  }
}
