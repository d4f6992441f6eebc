package io.onceflow.aggregator.notify;

import io.onceflow.aggregator.snapshot.Links;
import io.onceflow.aggregator.snapshot.Snapshots;
import io.onceflow.aggregator.state.TaskView;
import io.onceflow.model.TaskId;
import org.jspecify.annotations.Nullable;

/** A task at one revision, with its JSON made once for all who want it. */
public final class Revision {
  private final TaskView view;
  private final Snapshots snapshots;
  private volatile @Nullable String json;

  Revision(TaskView view, Snapshots snapshots) {
    this.view = view;
    this.snapshots = snapshots;
  }

  public TaskView view() {
    return view;
  }

  public TaskId taskId() {
    return view.task().id();
  }

  public long number() {
    return view.task().revision();
  }

  public boolean isFinal() {
    return view.task().status().isFinal();
  }

  public boolean isOfTenant(String tenant) {
    return view.task().tenant().equals(tenant);
  }

  /** The snapshot for a caller who reached the service under the given address. */
  public String json(String base) {
    var made = json;
    if (made == null) {
      made = snapshots.json(view);
      json = made;
    }
    return snapshots.linked(made, Links.of(base, taskId()));
  }
}
