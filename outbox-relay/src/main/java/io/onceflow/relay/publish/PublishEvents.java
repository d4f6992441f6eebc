package io.onceflow.relay.publish;

import io.onceflow.relay.parked.Refusal;
import io.onceflow.relay.read.PendingRow;
import io.onceflow.relay.send.SentRow;
import java.util.List;

/** What happens to the rows of an outbox, told on the thread that drains it, in this order. */
public interface PublishEvents {

  /** Rows were read; none of them is sent yet. */
  default void read(List<PendingRow> rows) {}

  /** A row was given to the producer. */
  default void sent(SentRow row) {}

  /** Rows were acknowledged by the brokers; they are not deleted yet. */
  default void acknowledged(List<SentRow> rows) {}

  /** Rows that had expired were deleted unsent. */
  default void expired(int rows) {}

  /** A row was parked. */
  default void parked(Refusal refusal) {}
}
