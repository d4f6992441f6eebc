package io.onceflow.outbox;

/**
 * Tells the relay that an outbox has new rows. A lost poke costs a moment, since the relay polls
 * too.
 */
@FunctionalInterface
public interface OutboxPoke {

  /** Called after the commit; returns at once and never fails. */
  void poke();

  /** The Redis channel that wakes the relay for the outbox of a schema. */
  static String channel(RedisNames names, String schema) {
    return names.channel("outbox." + schema);
  }
}
