package io.onceflow.relay.loop;

/** How the draining of an outbox goes. */
public sealed interface RelayStatus {

  /** It drains, or would if it had shards. */
  record Draining() implements RelayStatus {}

  /** Its owner has not made its tables yet. */
  record WaitingForTables() implements RelayStatus {}

  /** It cannot go on now, and tries without end. */
  record InTrouble(String why) implements RelayStatus {}
}
