package io.onceflow.ingest.retention;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long accepted tasks and their documents are kept.
 *
 * @param tasks whole days; a day's tasks leave together
 * @param documents whole days after the last upload of a document; no fewer than {@code tasks},
 *     because a step may be asked again as long as its task is there. A bucket needs a lifecycle
 *     rule instead
 * @param ahead days for which room is made in advance, so that a day without maintenance costs
 *     nothing
 * @param every how often room is made and expired keys are purged
 * @param lockTimeout how long maintenance may wait for a lock, and uploads behind it
 */
@ConfigurationProperties("onceflow.ingest.retention")
record RetentionProperties(
    @DefaultValue("P30D") Duration tasks,
    @DefaultValue("P32D") Duration documents,
    @DefaultValue("P7D") Duration ahead,
    @DefaultValue("PT10M") Duration every,
    @DefaultValue("PT1S") Duration lockTimeout) {

  RetentionProperties {
    require(tasks.toDays() >= 1, "tasks", "must be at least a day");
    require(documents.compareTo(tasks) >= 0, "documents", "must not be shorter than tasks");
    require(ahead.toDays() >= 1, "ahead", "must be at least a day");
    require(every.isPositive(), "every", "must be positive");
    require(lockTimeout.isPositive(), "lock-timeout", "must be positive");
  }

  private static void require(boolean met, String key, String problem) {
    if (!met) {
      throw new IllegalArgumentException("onceflow.ingest.retention.%s %s".formatted(key, problem));
    }
  }
}
