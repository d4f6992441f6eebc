package io.onceflow.aggregator.notify;

import io.onceflow.model.TaskId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Who on this instance watches which task, or all tasks of which user. */
public final class Watchers {
  private static final int MOST_FOLLOWED = 20_000;

  private final Map<TaskId, Watched> tasks = new ConcurrentHashMap<>();
  private final Map<User, Set<Watcher>> users = new ConcurrentHashMap<>();
  // unfinished tasks of watched users, so that the sweep finds their end
  private final Map<TaskId, Long> followed = new ConcurrentHashMap<>();

  /** The watcher gets each later revision of the task, until it is removed. */
  public void watch(TaskId task, Watcher watcher) {
    tasks.compute(
        task,
        (_, watched) -> {
          var now = watched == null ? new Watched() : watched;
          now.watchers.add(watcher);
          return now;
        });
  }

  public void unwatch(TaskId task, Watcher watcher) {
    tasks.computeIfPresent(
        task,
        (_, watched) -> {
          watched.watchers.remove(watcher);
          return watched.watchers.isEmpty() ? null : watched;
        });
  }

  /** The watcher gets each later revision of all tasks of the user. */
  public void watchUser(String tenant, String user, Watcher watcher) {
    users.compute(
        new User(tenant, user),
        (_, watchers) -> {
          var now = watchers == null ? ConcurrentHashMap.<Watcher>newKeySet() : watchers;
          now.add(watcher);
          return now;
        });
  }

  public void unwatchUser(String tenant, String user, Watcher watcher) {
    users.computeIfPresent(
        new User(tenant, user),
        (_, watchers) -> {
          watchers.remove(watcher);
          return watchers.isEmpty() ? null : watchers;
        });
  }

  boolean isWatched(TaskId task, User user) {
    return tasks.containsKey(task) || users.containsKey(user);
  }

  /** Whether a revision is above what the watchers of the task were told. */
  boolean isNews(TaskId task, long revision) {
    var watched = tasks.get(task);
    var known = watched == null ? followed.getOrDefault(task, 0L) : Long.valueOf(watched.revision);
    return revision > known;
  }

  /** Tells all who watch the task or its user. */
  void tell(Revision revision) {
    var id = revision.taskId();
    var watched = tasks.get(id);
    if (watched != null) {
      watched.revision = Math.max(watched.revision, revision.number());
      watched.watchers.forEach(watcher -> watcher.revised(revision));
    }
    var watchers = users.get(User.of(revision));
    if (watchers == null) {
      followed.remove(id);
    } else {
      follow(revision);
      watchers.forEach(watcher -> watcher.revised(revision));
    }
  }

  private void follow(Revision revision) {
    if (revision.isFinal()) {
      followed.remove(revision.taskId());
    } else if (followed.size() < MOST_FOLLOWED) {
      followed.merge(revision.taskId(), revision.number(), Math::max);
    }
  }

  /** The watched tasks, each with the revision that its watchers were told. */
  Map<TaskId, Long> known() {
    var known = new HashMap<>(followed);
    tasks.forEach((id, watched) -> known.put(id, watched.revision));
    return known;
  }

  List<User> users() {
    return List.copyOf(users.keySet());
  }

  /** Whom a task belongs to. */
  record User(String tenant, @Nullable String user) {
    static User of(Revision revision) {
      var task = revision.view().task();
      var accepted = task.accepted();
      return new User(task.tenant(), accepted == null ? null : accepted.userId());
    }
  }

  private static final class Watched {
    private final Set<Watcher> watchers = ConcurrentHashMap.newKeySet();
    private volatile long revision;
  }
}
