package io.onceflow.aggregator.store;

import io.onceflow.aggregator.state.TaskView;
import java.util.List;

/** Records what must not be lost of final answers. */
@FunctionalInterface
public interface FinalAnswers {

  /** Called in the transaction that makes the answers final, or gives a later revision of them. */
  void given(List<TaskView> answers);
}
