package io.onceflow.worker.retention;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long the ledger of model calls is kept. Partitions cover whole days of UTC.
 *
 * @param retention how long calls are kept; budgets of a month look back as far
 * @param partsRetention how long the answers to parts of long documents are kept for reuse
 * @param partition the time that one partition covers, whole days
 * @param ahead how far ahead partitions are created
 * @param interval between two runs of the maintenance
 */
@ConfigurationProperties("onceflow.ledger")
record LedgerProperties(
    @DefaultValue("P90D") Duration retention,
    @DefaultValue("P7D") Duration partsRetention,
    @DefaultValue("P1D") Duration partition,
    @DefaultValue("P3D") Duration ahead,
    @DefaultValue("PT1H") Duration interval) {
  private static final Duration DAY = Duration.ofDays(1);

  LedgerProperties {
    require(retention.compareTo(DAY) >= 0, "retention must be at least P1D", retention);
    require(partsRetention.isPositive(), "parts-retention must be above zero", partsRetention);
    require(
        partition.compareTo(DAY) >= 0 && partition.toMillis() % DAY.toMillis() == 0,
        "partition must be whole days",
        partition);
    require(ahead.compareTo(DAY) >= 0, "ahead must be at least P1D", ahead);
    require(interval.isPositive(), "interval must be above zero", interval);
  }

  private static void require(boolean met, String rule, Duration value) {
    if (!met) {
      throw new IllegalArgumentException("onceflow.ledger." + rule + " but is " + value);
    }
  }
}
