package io.onceflow.worker.queue;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The work that waits in the database because its tenant has its share of a step's slots.
 *
 * @param mostPerTenant how much of a tenant's work on a step waits in the database, about; what is
 *     beyond stays in Kafka, with the work of others that may be behind it
 * @param interval how often work that other workers left is looked for; one's own is taken up
 *     whenever a slot gets free
 */
@ConfigurationProperties("onceflow.queue")
record QueueProperties(
    @DefaultValue("10000") int mostPerTenant, @DefaultValue("1s") Duration interval) {

  QueueProperties {
    if (mostPerTenant < 1) {
      throw new IllegalArgumentException(
          "onceflow.queue.most-per-tenant must be at least 1 but is " + mostPerTenant);
    }
    if (!interval.isPositive()) {
      throw new IllegalArgumentException(
          "onceflow.queue.interval must be positive but is " + interval);
    }
  }
}
