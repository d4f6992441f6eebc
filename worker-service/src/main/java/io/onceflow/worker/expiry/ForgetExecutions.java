package io.onceflow.worker.expiry;

import io.onceflow.worker.execution.table.StepExecutionTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forgets executions past their time, batch by batch, each a transaction of its own, so that no
 * claim waits long behind it. Every worker may do it at once.
 */
final class ForgetExecutions implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(ForgetExecutions.class);

  private final StepExecutionTable table;
  private final ExpiryProperties properties;

  ForgetExecutions(StepExecutionTable table, ExpiryProperties properties) {
    this.table = table;
    this.properties = properties;
  }

  @Override
  public void run() {
    var all = 0;
    var gone = properties.batch();
    while (gone == properties.batch()) {
      gone = table.forgetFinished(properties.keepFor(), properties.batch());
      all += gone;
    }
    if (all > 0) {
      log.debug("Forgot {} executions that ended more than {} ago", all, properties.keepFor());
    }
  }
}
