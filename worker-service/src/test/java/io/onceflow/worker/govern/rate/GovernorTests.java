package io.onceflow.worker.govern.rate;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.model.StepError;
import io.onceflow.model.Usage;
import io.onceflow.worker.engine.call.CallOutcome;
import io.onceflow.worker.engine.call.CallReport;
import io.onceflow.worker.engine.call.Consumption;
import io.onceflow.worker.govern.rate.FleetPace.Kind;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GovernorTests {

  @ParameterizedTest
  @CsvSource({
    "SUCCEEDED, 200, , ANSWERED",
    "REFUSED, 200, false, ANSWERED",
    "INVALID, 200, true, ANSWERED",
    // a failure that a gateway wraps in a success
    "PROVIDER_ERROR, 200, true, FAILED",
    "PROVIDER_ERROR, 429, true, LIMITED",
    // no credit left
    "PROVIDER_ERROR, 429, false, FAILED",
    "PROVIDER_ERROR, 503, true, OVERLOADED",
    "PROVIDER_ERROR, 529, true, OVERLOADED",
    "PROVIDER_ERROR, 500, true, FAILED",
    "TIMEOUT, 0, true, FAILED",
    "CALLED_OFF, 200, , FAILED",
    "NOT_CALLED, 0, , NOT_MADE",
  })
  void whatACallTellsOfThePace(
      CallOutcome outcome, int status, @Nullable Boolean retryable, Kind expected) {
    var error = retryable == null ? null : new StepError("code", "words", retryable);
    var report =
        new CallReport(
            outcome,
            Consumption.NONE,
            Usage.NONE,
            status,
            Map.of(),
            null,
            null,
            Duration.ZERO,
            error);

    assertThat(Governor.kind(report)).isEqualTo(expected);
  }
}
