package io.onceflow.worker.engine.openai.chat;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** How long a provider wants to be left alone. */
final class RetryAfter {
  private static final Duration LONGEST = Duration.ofDays(7);

  private RetryAfter() {}

  /**
   * {@code Retry-After} in seconds, whole or not, or as a date (RFC 9110, 10.2.3), or {@code
   * retry-after-ms}, which OpenAI and Azure send beside it and which is more exact.
   *
   * <p>A date is held against the provider's own, where it sends one: its clock may differ from
   * ours.
   *
   * @return absent if the provider does not say, or says nothing readable
   */
  static @Nullable Duration of(HttpHeaders headers, Clock clock) {
    var exact = millis(headers.getFirst("retry-after-ms"), 1);
    if (exact != null) {
      return exact;
    }
    var value = headers.getFirst(HttpHeaders.RETRY_AFTER);
    var seconds = millis(value, 1_000);
    return seconds != null ? seconds : untilDate(value, headers, clock);
  }

  private static @Nullable Duration millis(@Nullable String number, int unit) {
    if (number == null) {
      return null;
    }
    try {
      var millis = Double.parseDouble(number.strip()) * unit;
      return Double.isFinite(millis) ? bounded(Duration.ofMillis((long) Math.ceil(millis))) : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static @Nullable Duration untilDate(
      @Nullable String date, HttpHeaders headers, Clock clock) {
    var until = instant(date);
    if (until == null) {
      return null;
    }
    var theirNow = instant(headers.getFirst(HttpHeaders.DATE));
    return bounded(Duration.between(theirNow == null ? clock.instant() : theirNow, until));
  }

  private static @Nullable Instant instant(@Nullable String date) {
    if (date == null) {
      return null;
    }
    try {
      return DateTimeFormatter.RFC_1123_DATE_TIME.parse(date.strip(), Instant::from);
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static Duration bounded(Duration wait) {
    if (wait.isNegative()) {
      return Duration.ZERO;
    }
    return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
  }
}
