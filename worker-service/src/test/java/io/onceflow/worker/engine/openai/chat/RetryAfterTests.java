package io.onceflow.worker.engine.openai.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpHeaders;

class RetryAfterTests {
  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);

  @ParameterizedTest
  @CsvSource({
    "7, PT7S",
    "0, PT0S",
    "1.5, PT1.5S",
    "-3, PT0S",
    "'Mon, 30 Nov 2026 12:00:30 GMT', PT30S",
    "'Mon, 30 Nov 2026 11:00:00 GMT', PT0S",
    "999999999999, PT168H",
    "soon,",
    "'Mon, 99 Nov 2026 12:00:30 GMT',",
    "NaN,",
    "'',",
  })
  void secondsAndDatesAreRead(String header, @Nullable Duration expected) {
    var headers = new HttpHeaders();
    headers.set("Retry-After", header);

    assertThat(RetryAfter.of(headers, NOON)).isEqualTo(expected);
  }

  @Test
  void theMoreExactHeaderGoesFirst() {
    var headers = new HttpHeaders();
    headers.set("Retry-After", "1");
    headers.set("retry-after-ms", "250");

    assertThat(RetryAfter.of(headers, NOON)).isEqualTo(Duration.ofMillis(250));
  }

  @Test
  void aDateIsMeantByTheProvidersClock() {
    var headers = new HttpHeaders();
    headers.set("Date", "Mon, 30 Nov 2026 11:50:00 GMT");
    headers.set("Retry-After", "Mon, 30 Nov 2026 11:50:20 GMT");

    assertThat(RetryAfter.of(headers, NOON)).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void aProviderMaySayNothing() {
    assertThat(RetryAfter.of(new HttpHeaders(), NOON)).isNull();
  }
}
