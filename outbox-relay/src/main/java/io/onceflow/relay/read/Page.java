package io.onceflow.relay.read;

import java.util.List;

/**
 * What one read of an outbox found.
 *
 * @param rows of the shards that were asked for, in the order of their ids
 * @param more whether there may be further rows already
 */
public record Page(List<PendingRow> rows, boolean more) {
  /** Nothing was read. */
  public static final Page NONE = new Page(List.of(), false);
}
