package io.onceflow.model;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What travels through Kafka: JSON under the key of its task, see {@link MessageJson}. */
public sealed interface Message
    permits TaskAccepted,
        StepRequested,
        StepProgress,
        StepFinished,
        TaskCancelled,
        TaskFinished,
        DeadLetter {

  /** Identifies the message; a repeated publication carries the same id. */
  UUID messageId();

  /** The task, which is also the record's key; absent only in dead letters of no known task. */
  @Nullable TaskId taskId();
}
