package io.onceflow.worker.engine.embedded;

import io.onceflow.engine.embedded.EmbeddedEngine;
import io.onceflow.engine.embedded.EmbeddedEngineOptions;
import io.onceflow.engine.embedded.text.Language;
import io.onceflow.worker.engine.StepEngine;
import java.util.EnumSet;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The embedded engine, unless it is switched off to save its memory. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(
    name = "onceflow.engine.embedded.enabled",
    havingValue = "true",
    matchIfMissing = true)
class EmbeddedConfiguration {
  @Bean
  EmbeddedEngine embeddedEngine(EmbeddedProperties properties) {
    var languages =
        properties.preload() ? EnumSet.allOf(Language.class) : EnumSet.noneOf(Language.class);
    return EmbeddedEngine.open(
        new EmbeddedEngineOptions(properties.nativeLibraryFolder(), languages));
  }

  @Bean
  UrgentFirst embeddedThreads(EmbeddedProperties properties) {
    return new UrgentFirst(properties.threadsOnThisMachine());
  }

  @Bean
  StepEngine embeddedStepEngine(EmbeddedEngine models, UrgentFirst threads) {
    return new EmbeddedStepEngine(models, new TextExtraction(), threads);
  }
}
