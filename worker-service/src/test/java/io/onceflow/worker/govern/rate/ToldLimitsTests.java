package io.onceflow.worker.govern.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToldLimitsTests {
  @Test
  void limitsAreReadAsOpenAiSendsThem() {
    var told =
        ToldLimits.of(
            Map.of(
                "x-ratelimit-limit-requests", "3000",
                "x-ratelimit-limit-tokens", "250000",
                "x-ratelimit-remaining-requests", "2999",
                "x-ratelimit-reset-requests", "20ms"));

    assertThat(told).isEqualTo(new ToldLimits(3000, 250_000, null));
  }

  @ParameterizedTest
  @CsvSource({"20ms,PT0.02S", "1s,PT1S", "6m0s,PT6M", "1h2m3.5s,PT1H2M3.5S", "2.5,PT2.5S"})
  void whatIsUsedUpIsThereAgainAfterItsReset(String header, Duration reset) {
    var told =
        ToldLimits.of(
            Map.of("x-ratelimit-remaining-tokens", "0", "x-ratelimit-reset-tokens", header));

    assertThat(told.reset()).isEqualTo(reset);
  }

  @Test
  void whatCannotBeReadIsNotSaid() {
    var told =
        ToldLimits.of(
            Map.of(
                "x-ratelimit-limit-requests", "many",
                "x-ratelimit-limit-tokens", "-1",
                "x-ratelimit-remaining-requests", "0",
                "x-ratelimit-reset-requests", "soon"));

    assertThat(told).isEqualTo(ToldLimits.NONE);
  }
}
