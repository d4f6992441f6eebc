package io.onceflow.worker.govern;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class GovernSettingsTests {
  @ParameterizedTest
  @CsvSource({
    "onceflow.budget.tenants.acme.usd-per-day, -1",
    "onceflow.budget.each-tenant.usd-per-month, -0.01",
    "onceflow.budget.warn-at, 0",
    "onceflow.budget.warn-at, 1.1",
    "onceflow.budget.recheck-after, 0s",
    "onceflow.budget.ask-again-after, -1s",
    "onceflow.budget.settle-interval, 0s",
    "onceflow.budget.at-limit, stop",
    "onceflow.budget.zone, Mars/Base",
    "onceflow.governor.endpoints.a.requests-per-minute, -1",
    "onceflow.governor.endpoints.a.tokens-per-minute, -1",
    "onceflow.governor.endpoints.a.concurrency, -1",
    "onceflow.governor.patience, -1s",
    "onceflow.governor.follow-up-patience, -1s",
    "onceflow.governor.least-concurrency, 0",
    "onceflow.governor.quiet, 0s",
    "onceflow.governor.longest-quiet, 0s",
    "onceflow.governor.permit-time, 0s",
    "onceflow.breaker.failure-rate, 0",
    "onceflow.breaker.calls, 0",
    "onceflow.breaker.least-calls, 0",
    "onceflow.breaker.least-calls, 21",
    "onceflow.breaker.probes, 0",
    "onceflow.breaker.open-time, 0s",
  })
  void aWrongSettingIsNamedAtStart(String key, String value) {
    new ApplicationContextRunner()
        .withUserConfiguration(Settings.class)
        .withPropertyValues(key + "=" + value)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .satisfiesAnyOf(
                        cause -> assertThat(cause).hasMessageContaining(key),
                        // what Spring itself cannot convert, its failure analysis names
                        cause ->
                            assertThat(context.getStartupFailure()).hasStackTraceContaining(key)));
  }

  @ConfigurationPropertiesScan("io.onceflow.worker.govern")
  static class Settings {}
}
