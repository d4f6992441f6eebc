package io.onceflow.aggregator.notify;

import io.onceflow.aggregator.store.TaskViews;
import io.onceflow.model.TaskId;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds revisions of watched tasks that no hint told of. */
final class SweepRevisions {
  private static final int CHUNK = 1_000;
  private static final Duration OVERLAP = Duration.ofMinutes(1);

  private final Watchers watchers;
  private final TaskViews views;
  private final NotifyCompletion notifying;
  private final Clock clock;

  SweepRevisions(Watchers watchers, TaskViews views, NotifyCompletion notifying, Clock clock) {
    this.watchers = watchers;
    this.views = views;
    this.notifying = notifying;
    this.clock = clock;
  }

  void run() {
    var ids = List.copyOf(watchers.known().keySet());
    for (var from = 0; from < ids.size(); from += CHUNK) {
      var chunk = ids.subList(from, Math.min(ids.size(), from + CHUNK));
      tellNews(views.revisions(chunk));
    }
    var since = clock.instant().minus(OVERLAP);
    for (var user : watchers.users()) {
      var name = user.user();
      if (name != null) {
        tellNews(views.ofUser(user.tenant(), name, since, since, CHUNK));
      }
    }
  }

  private void tellNews(Map<TaskId, Long> revisions) {
    var missed = new ArrayList<TaskId>();
    revisions.forEach(
        (task, revision) -> {
          if (watchers.isNews(task, revision)) {
            missed.add(task);
          }
        });
    notifying.missed(missed);
  }
}
