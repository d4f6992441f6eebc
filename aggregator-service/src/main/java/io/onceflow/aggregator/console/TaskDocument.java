package io.onceflow.aggregator.console;

import io.onceflow.aggregator.state.TaskView;
import io.onceflow.model.Input;
import io.onceflow.payload.PayloadNotFoundException;
import io.onceflow.payload.PayloadRef;
import io.onceflow.payload.PayloadStore;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the text that a task's steps worked on, in which results name places. */
final class TaskDocument {
  private final PayloadStore payloads;

  TaskDocument(PayloadStore payloads) {
    this.payloads = payloads;
  }

  /**
   * The text in UTF-8: what a step took out of a file, or else the document itself if it is text.
   */
  Optional<byte[]> text(TaskView view) {
    return Stream.concat(
            view.steps().stream().map(step -> step.outcome().output()).filter(Objects::nonNull),
            submitted(view))
        .filter(TaskDocument::isText)
        .findFirst()
        .flatMap(input -> read(PayloadRef.parse(input.payloadRef()), view.task().tenant()));
  }

  private static Stream<Input> submitted(TaskView view) {
    var accepted = view.task().accepted();
    return accepted == null ? Stream.empty() : Stream.of(accepted.message().input());
  }

  private static boolean isText(Input input) {
    return input.mediaType().startsWith("text/");
  }

  private Optional<byte[]> read(PayloadRef ref, String tenant) {
    if (!ref.tenant().equals(tenant)) {
      return Optional.empty();
    }
    try {
      return Optional.of(payloads.get(ref));
    } catch (PayloadNotFoundException e) {
      return Optional.empty();
    }
  }
}
