package io.onceflow.ingest.commit;

import io.onceflow.ingest.document.Document;
import io.onceflow.model.TaskAccepted;
import io.onceflow.outbox.OutboxRow;
import org.jspecify.annotations.Nullable;

/**
 * All that is written for a task.
 *
 * @param key absent where the client sent none
 * @param fingerprint of the request, hexadecimal; absent where there is no key
 * @param answer body of the 202, JSON
 */
public record NewTask(
    TaskAccepted accepted,
    Document document,
    OutboxRow outbox,
    @Nullable IdempotencyKey key,
    @Nullable String fingerprint,
    String answer) {

  /** Roughly what its row costs the database. */
  long size() {
    return 2L * document.content().length + 4096;
  }
}
