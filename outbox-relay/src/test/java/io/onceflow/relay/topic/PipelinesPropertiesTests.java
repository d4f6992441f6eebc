package io.onceflow.relay.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class PipelinesPropertiesTests {
  private final ApplicationContextRunner relay =
      new ApplicationContextRunner().withUserConfiguration(Settings.class);

  @Test
  void aFileIsTakenFromTheSettings() {
    relay
        .withPropertyValues("onceflow.pipelines.file=/etc/onceflow/pipelines.yaml")
        .run(
            context ->
                assertThat(context.getBean(PipelinesProperties.class).file())
                    .isEqualTo(Path.of("/etc/onceflow/pipelines.yaml")));
  }

  @Test
  void withoutAFileTheShippedPipelinesAreMeant() {
    relay.run(context -> assertThat(context.getBean(PipelinesProperties.class).file()).isNull());
  }

  @EnableConfigurationProperties(PipelinesProperties.class)
  static class Settings {}
}
