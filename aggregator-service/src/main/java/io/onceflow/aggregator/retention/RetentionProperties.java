package io.onceflow.aggregator.retention;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long old data stays. Partitions cover whole days of UTC.
 *
 * @param tasks how long tasks and their results are kept
 * @param deadLetters how long dead letters are kept
 * @param partition the time that one partition covers, whole days
 * @param ahead how far ahead partitions are created
 * @param interval between two runs
 */
@ConfigurationProperties("onceflow.retention")
record RetentionProperties(
    @DefaultValue("P30D") Duration tasks,
    @DefaultValue("P30D") Duration deadLetters,
    @DefaultValue("P1D") Duration partition,
    @DefaultValue("P3D") Duration ahead,
    @DefaultValue("PT1H") Duration interval) {
  private static final Duration DAY = Duration.ofDays(1);

  RetentionProperties {
    require(tasks.compareTo(DAY) >= 0, "tasks must be at least P1D", tasks);
    require(deadLetters.compareTo(DAY) >= 0, "dead-letters must be at least P1D", deadLetters);
    require(
        partition.compareTo(DAY) >= 0 && partition.toMillis() % DAY.toMillis() == 0,
        "partition must be whole days",
        partition);
    require(ahead.compareTo(DAY) >= 0, "ahead must be at least P1D", ahead);
    require(interval.isPositive(), "interval must be above zero", interval);
  }

  private static void require(boolean met, String rule, Duration value) {
    if (!met) {
      throw new IllegalArgumentException("onceflow.retention." + rule + " but is " + value);
    }
  }
}
