package io.onceflow.worker.run;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How claims are run.
 *
 * @param shutdownGrace how long a worker that was asked to stop lets its calls finish before it
 *     hands them back
 * @param progressAfter how long a call may take before users are told that it runs
 * @param recordBatch how many outcomes one commit records at most
 */
@ConfigurationProperties("onceflow.run")
record RunProperties(
    @DefaultValue("25s") Duration shutdownGrace,
    @DefaultValue("300ms") Duration progressAfter,
    @DefaultValue("500") int recordBatch) {

  RunProperties {
    if (shutdownGrace.isNegative()) {
      throw new IllegalArgumentException(
          "onceflow.run.shutdown-grace must not be negative but is " + shutdownGrace);
    }
    if (!progressAfter.isPositive()) {
      throw new IllegalArgumentException(
          "onceflow.run.progress-after must be positive but is " + progressAfter);
    }
    if (recordBatch < 1) {
      throw new IllegalArgumentException(
          "onceflow.run.record-batch must be at least 1 but is " + recordBatch);
    }
  }
}
