package io.onceflow.aggregator.notify;

import io.onceflow.aggregator.snapshot.Snapshots;
import io.onceflow.aggregator.state.TaskView;
import io.onceflow.aggregator.store.TaskViews;
import io.onceflow.model.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** Reads the present revision of tasks, for those who begin to watch. */
public final class CurrentRevisions {
  private static final int MOST_OF_USER = 1_000;
  // a transaction may commit a while after the time that it wrote
  private static final Duration COMMIT_TIME = Duration.ofSeconds(5);
  private static final Duration LONGEST_TASK = Duration.ofDays(1);

  private final TaskViews views;
  private final Snapshots snapshots;

  CurrentRevisions(TaskViews views, Snapshots snapshots) {
    this.views = views;
    this.snapshots = snapshots;
  }

  /** Those of the tasks that are there. */
  public List<Revision> of(Collection<TaskId> tasks) {
    return revisions(views.read(tasks));
  }

  /** The user's unfinished tasks, and those that have changed since; the newest 1,000. */
  public List<Revision> ofUser(String tenant, String user, Instant since) {
    var changedSince = since.minus(COMMIT_TIME);
    return revisions(
        views.read(
            views
                .ofUser(tenant, user, changedSince.minus(LONGEST_TASK), changedSince, MOST_OF_USER)
                .keySet()));
  }

  private List<Revision> revisions(List<TaskView> read) {
    return read.stream().map(view -> new Revision(view, snapshots)).toList();
  }
}
