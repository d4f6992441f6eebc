package io.onceflow.aggregator.notify;

import io.onceflow.aggregator.notify.Watchers.User;
import io.onceflow.aggregator.snapshot.Snapshots;
import io.onceflow.aggregator.state.TaskView;
import io.onceflow.aggregator.store.TaskChanges;
import io.onceflow.aggregator.store.TaskViews;
import io.onceflow.model.TaskId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Brings each revision to those who watch the task here, and hints other instances.
 *
 * <p>On a thread of its own, so that merging waits for nobody. What is lost on the way is found by
 * {@link SweepRevisions}.
 */
final class NotifyCompletion implements TaskChanges, SmartLifecycle {
  private static final Logger log = LoggerFactory.getLogger(NotifyCompletion.class);

  private final Watchers watchers;
  private final TaskViews views;
  private final Snapshots snapshots;
  private final RevisionHints hints;
  private final BlockingQueue<News> queue = new LinkedBlockingQueue<>();
  private volatile @Nullable Thread teller;

  NotifyCompletion(Watchers watchers, TaskViews views, Snapshots snapshots, RevisionHints hints) {
    this.watchers = watchers;
    this.views = views;
    this.snapshots = snapshots;
    this.hints = hints;
  }

  @Override
  public void changed(List<TaskView> changed) {
    for (var view : changed) {
      var accepted = view.task().accepted();
      var user = accepted == null ? null : accepted.userId();
      if (watchers.isWatched(view.task().id(), new User(view.task().tenant(), user))) {
        queue.add(new News(view.task().id(), view));
      }
    }
    hints.send(changed);
  }

  /** Another instance, or the sweep, knows of a revision. */
  void revised(TaskId task, User user, long revision) {
    if (watchers.isWatched(task, user) && watchers.isNews(task, revision)) {
      queue.add(new News(task, null));
    }
  }

  /** Watched tasks have changed unnoticed. */
  void missed(Collection<TaskId> tasks) {
    tasks.forEach(task -> queue.add(new News(task, null)));
  }

  private void tell() {
    while (teller != null) {
      try {
        var news = new ArrayList<News>();
        news.add(queue.take());
        queue.drainTo(news, 500);
        tell(news);
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        log.warn("Revisions could not be told now; the sweep will find them", e);
      }
    }
  }

  private void tell(List<News> news) {
    var unread = new LinkedHashSet<TaskId>();
    var latest = new LinkedHashMap<TaskId, TaskView>();
    for (var item : news) {
      var view = item.view();
      if (view == null) {
        unread.add(item.task());
      } else {
        latest.merge(
            item.task(), view, (a, b) -> a.task().revision() > b.task().revision() ? a : b);
      }
    }
    views.read(unread).forEach(view -> latest.put(view.task().id(), view));
    latest.values().forEach(view -> watchers.tell(new Revision(view, snapshots)));
  }

  @Override
  public void start() {
    var thread = Thread.ofPlatform().name("notify").unstarted(this::tell);
    teller = thread;
    thread.start();
  }

  @Override
  public void stop() {
    var thread = teller;
    teller = null;
    if (thread != null) {
      thread.interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return teller != null;
  }

  private record News(TaskId task, @Nullable TaskView view) {}
}
