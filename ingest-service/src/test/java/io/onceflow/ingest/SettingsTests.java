package io.onceflow.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class SettingsTests {
  private final ApplicationContextRunner settings =
      new ApplicationContextRunner().withUserConfiguration(AllSettings.class);

  @Test
  void theDefaultsAreValid() {
    settings.run(context -> assertThat(context).hasNotFailed());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "onceflow.ingest.max-text-size=30MB",
        "onceflow.ingest.max-batch-items=0",
        "onceflow.ingest.commit.writers=0",
        "onceflow.ingest.commit.max-wait=PT0S",
        "onceflow.ingest.defaults.deadline=PT0S",
        "onceflow.ingest.defaults.max-expiry=PT1H",
        "onceflow.ingest.rate-limit.per-second=-1",
        "onceflow.ingest.retention.tasks=PT1H",
        "onceflow.ingest.retention.documents=P29D",
        "onceflow.links.tasks-url=flow.example",
      })
  void aWrongSettingIsNamed(String setting) {
    var key = setting.substring(0, setting.indexOf('='));
    settings
        .withPropertyValues(setting)
        .run(
            context ->
                assertThat(context).getFailure().rootCause().hasMessageStartingWith(key + " "));
  }

  @ConfigurationPropertiesScan("io.onceflow.ingest")
  static class AllSettings {}
}
