package io.onceflow.worker.slot;

/** Where the work is that a slot is asked for. */
public enum Asker {
  /** In a topic, with others' work behind it. */
  TOPIC,
  /** In the database, where it holds up nobody. */
  QUEUE
}
