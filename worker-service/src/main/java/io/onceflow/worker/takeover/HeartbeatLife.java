package io.onceflow.worker.takeover;

import io.onceflow.worker.execution.InstanceId;
import io.onceflow.worker.suite.Phases;
import io.onceflow.worker.suite.Repeated;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;

/** Beats from before the first claim until after the last record, and takes its leave then. */
final class HeartbeatLife implements SmartLifecycle {
  private static final Logger log = LoggerFactory.getLogger(HeartbeatLife.class);

  /** How long a silent instance's row is kept, for people to look at. */
  private static final Duration REMEMBERED = Duration.ofDays(1);

  private final Heartbeat heartbeat;
  private final InstanceTable table;
  private final InstanceId instance;
  private final Repeated beats;

  HeartbeatLife(
      Heartbeat heartbeat, InstanceTable table, InstanceId instance, TakeoverProperties settings) {
    this.heartbeat = heartbeat;
    this.table = table;
    this.instance = instance;
    this.beats = new Repeated("heartbeat", settings.beatInterval(), getPhase(), heartbeat);
  }

  @Override
  public void start() {
    heartbeat.run();
    table.forgetSilentFor(REMEMBERED);
    beats.start();
  }

  @Override
  public void stop() {
    beats.stop();
    try {
      table.leave(instance);
    } catch (DataAccessException e) {
      log.debug("The instance's row stays", e);
    }
  }

  @Override
  public boolean isRunning() {
    return beats.isRunning();
  }

  @Override
  public int getPhase() {
    return Phases.HEARTBEAT;
  }
}
