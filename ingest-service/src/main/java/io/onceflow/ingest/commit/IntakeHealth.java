package io.onceflow.ingest.commit;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Out of service while so many documents wait that others should go to another instance. */
final class IntakeHealth implements HealthIndicator {
  private final GroupCommit<NewTask, Outcome> commits;
  private final int busyAt;

  /**
   * @param busyAt waiting documents
   */
  IntakeHealth(GroupCommit<NewTask, Outcome> commits, int busyAt) {
    this.commits = commits;
    this.busyAt = busyAt;
  }

  @Override
  public Health health() {
    var waiting = commits.waiting();
    return (waiting < busyAt ? Health.up() : Health.outOfService())
        .withDetail("waiting", waiting)
        .build();
  }
}
