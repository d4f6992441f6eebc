package io.onceflow.worker.slot;

/** What became of a wish for a slot. */
public enum Grant {
  GIVEN,
  /** The tenant is among the next to get one. */
  NONE_FREE,
  /** The tenant has its share; its work has to wait beside the way of the others. */
  OVER_SHARE
}
