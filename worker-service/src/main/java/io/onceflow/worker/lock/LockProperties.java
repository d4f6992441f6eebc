package io.onceflow.worker.lock;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The locks in Redis.
 *
 * @param time how long a lock lasts unless it is extended
 */
@ConfigurationProperties("onceflow.lock")
record LockProperties(@DefaultValue("10s") Duration time) {
  LockProperties {
    if (!time.isPositive()) {
      throw new IllegalArgumentException("onceflow.lock.time must be positive but is " + time);
    }
  }
}
