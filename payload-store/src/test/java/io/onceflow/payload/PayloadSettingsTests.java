package io.onceflow.payload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class PayloadSettingsTests {
  private final ApplicationContextRunner service =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(PayloadAutoConfiguration.class))
          .withPropertyValues("onceflow.payloads.store=s3");

  @Test
  void aStoreWithoutBucketNamesTheKey() {
    startsNotNaming("onceflow.payloads.s3.bucket");
  }

  @Test
  void aKeyWithoutItsSecretNamesTheKey() {
    startsNotNaming(
        "onceflow.payloads.s3.secret-key",
        "onceflow.payloads.s3.bucket=documents",
        "onceflow.payloads.s3.access-key=test");
  }

  @Test
  void noSecretIsSaid() {
    service
        .withPropertyValues(
            "onceflow.payloads.s3.bucket=documents",
            "onceflow.payloads.s3.access-key=test",
            "onceflow.payloads.s3.secret-key=hush")
        .run(
            context ->
                assertThat(context.getBean(PayloadProperties.class).toString())
                    .contains("documents")
                    .doesNotContain("hush"));
  }

  private void startsNotNaming(String key, String... properties) {
    service
        .withPropertyValues(properties)
        .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining(key));
  }
}
