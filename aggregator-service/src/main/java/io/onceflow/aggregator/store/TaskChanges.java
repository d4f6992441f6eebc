package io.onceflow.aggregator.store;

import io.onceflow.aggregator.state.TaskView;
import java.util.List;

/** Is told of tasks that have changed. */
@FunctionalInterface
public interface TaskChanges {

  /** Called after the commit; returns at once and never fails. */
  void changed(List<TaskView> tasks);
}
