package io.onceflow.worker.retention;

import io.onceflow.worker.execution.table.PartTable;
import io.onceflow.worker.suite.Phases;
import io.onceflow.worker.suite.Repeated;
import java.time.Clock;
import javax.sql.DataSource;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Creates partitions before anything is claimed, and maintains them. */
@Configuration(proxyBeanMethods = false)
class RetentionConfiguration {
  private static final int PARTS_AT_ONCE = 1_000;

  @Bean(initMethod = "createAhead")
  @DependsOnDatabaseInitialization
  LedgerPartitions ledgerPartitions(DataSource database, Clock clock, LedgerProperties settings) {
    return new LedgerPartitions(database, clock, settings);
  }

  @Bean
  Repeated ledgerMaintenance(
      LedgerPartitions partitions, PartTable parts, LedgerProperties settings) {
    return new Repeated(
        "ledger-retention",
        settings.interval(),
        Phases.SCANNING,
        () -> {
          partitions.maintain();
          while (parts.forgetOlderThan(settings.partsRetention(), PARTS_AT_ONCE) == PARTS_AT_ONCE) {
            // the next batch
          }
        });
  }
}
