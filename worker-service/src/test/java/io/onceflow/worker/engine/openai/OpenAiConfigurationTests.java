package io.onceflow.worker.engine.openai;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.worker.engine.StepEngine;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

class OpenAiConfigurationTests {
  private static final String PREFIX = "onceflow.engine.openai.";

  private final ApplicationContextRunner context =
      new ApplicationContextRunner()
          .withUserConfiguration(OpenAiConfiguration.class, Properties.class)
          .withBean(Pipelines.class, Pipelines::shipped)
          .withBean(Clock.class, Clock::systemUTC);

  @Configuration(proxyBeanMethods = false)
  @EnableConfigurationProperties(OpenAiProperties.class)
  static class Properties {}

  @Test
  void theEngineIsThereWithoutAnySetting() {
    context.run(
        started -> assertThat(started.getBean(StepEngine.class).name()).isEqualTo("openai"));
  }

  @Test
  void twoSettingsAreEnoughForTheShippedSteps() {
    context
        .withPropertyValues(
            PREFIX + "endpoints.default.base-url=http://127.0.0.1:1/v1",
            PREFIX + "endpoints.default.model=qwen3",
            PREFIX + "steps.summary-gen.model=qwen3-large")
        .run(
            started -> {
              var engine = started.getBean(StepEngine.class);
              for (var step : new String[] {"quality-score", "keyword-extract", "auto-classify"}) {
                engine.check(OpenAiBench.step(step));
                assertThat(engine.model(OpenAiBench.step(step))).startsWith("qwen3@" + step);
              }
              assertThat(engine.model(OpenAiBench.step("summary-gen"))).startsWith("qwen3-large@");
            });
  }

  @Test
  void aWrongSettingFailsTheStartAndIsNamed() {
    context
        .withPropertyValues(
            PREFIX + "endpoints.default.base-url=http://127.0.0.1:1/v1",
            PREFIX + "endpoints.default.max-tokens=0")
        .run(
            failed ->
                assertThat(failed.getStartupFailure())
                    .rootCause()
                    .hasMessage(PREFIX + "endpoints.default.max-tokens must be positive"));
  }

  @Test
  void theSettingOfAStepThatIsNotThereFailsTheStart() {
    context
        .withPropertyValues(PREFIX + "steps.sumary-gen.model=m")
        .run(
            failed ->
                assertThat(failed.getStartupFailure())
                    .rootCause()
                    .hasMessageContaining(PREFIX + "steps.sumary-gen belongs to no step"));
  }
}
