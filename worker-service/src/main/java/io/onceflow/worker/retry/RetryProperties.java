package io.onceflow.worker.retry;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How attempts that are due are found.
 *
 * @param scanInterval how late an attempt may be asked for
 * @param batch how many are asked for in one transaction
 * @param resendAfter when an attempt that was asked for and never begun is asked for again
 */
@ConfigurationProperties("onceflow.retry")
record RetryProperties(
    @DefaultValue("250ms") Duration scanInterval,
    @DefaultValue("200") int batch,
    @DefaultValue("60s") Duration resendAfter) {

  RetryProperties {
    if (!scanInterval.isPositive()) {
      throw new IllegalArgumentException(
          "onceflow.retry.scan-interval must be positive but is " + scanInterval);
    }
    if (batch < 1) {
      throw new IllegalArgumentException("onceflow.retry.batch must be at least 1 but is " + batch);
    }
    if (!resendAfter.isPositive()) {
      throw new IllegalArgumentException(
          "onceflow.retry.resend-after must be positive but is " + resendAfter);
    }
  }
}
