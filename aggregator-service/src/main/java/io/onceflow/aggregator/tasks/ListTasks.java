package io.onceflow.aggregator.tasks;

import io.onceflow.aggregator.state.TaskView;
import io.onceflow.aggregator.store.TaskViews;
import io.onceflow.model.TaskId;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Sort;

/** Lists tasks, newest first, a page at a time. */
final class ListTasks {
  private static final Comparator<TaskView> NEWEST_FIRST =
      Comparator.comparing((TaskView view) -> view.task().id()).reversed();

  private final ListedTasks tasks;
  private final TaskViews views;

  ListTasks(ListedTasks tasks, TaskViews views) {
    this.tasks = tasks;
    this.views = views;
  }

  Page list(TaskFilter filter, int limit) {
    var found =
        tasks
            .findBy(
                filter.specification(),
                query -> query.sortBy(Sort.by("id").descending()).limit(limit + 1).all())
            .stream()
            .map(ListedTask::taskId)
            .toList();
    var page = found.subList(0, Math.min(limit, found.size()));
    return new Page(
        views.read(page).stream().sorted(NEWEST_FIRST).toList(),
        found.size() > limit ? page.getLast() : null);
  }

  /**
   * Some tasks.
   *
   * @param last of the page; absent where no further page follows
   */
  record Page(List<TaskView> tasks, @Nullable TaskId last) {}
}
