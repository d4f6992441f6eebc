package io.onceflow.worker.slot;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who gets a step's slots.
 *
 * @param highReserve the share of a step's slots that only the high lane may use, 0 to 1; at least
 *     one slot where a step has two or more
 * @param ageing how long a lane waits for a slot, at most, while more urgent lanes get them
 * @param tenantShare the most of a step's slots that one tenant may use at once even while nobody
 *     else waits, above 0 to 1. Tenants that wait share the slots evenly in any case
 */
@ConfigurationProperties("onceflow.slots")
record SlotProperties(
    @DefaultValue("0.1") double highReserve,
    @DefaultValue("2s") Duration ageing,
    @DefaultValue("1") double tenantShare) {

  SlotProperties {
    if (!(highReserve >= 0 && highReserve < 1)) {
      throw new IllegalArgumentException(
          "onceflow.slots.high-reserve must be at least 0 and below 1 but is " + highReserve);
    }
    if (!ageing.isPositive()) {
      throw new IllegalArgumentException("onceflow.slots.ageing must be positive but is " + ageing);
    }
    if (!(tenantShare > 0 && tenantShare <= 1)) {
      throw new IllegalArgumentException(
          "onceflow.slots.tenant-share must be above 0 and at most 1 but is " + tenantShare);
    }
  }
}
