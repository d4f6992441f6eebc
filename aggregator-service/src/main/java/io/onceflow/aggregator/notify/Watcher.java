package io.onceflow.aggregator.notify;

/** Somebody who wants to know of a task's revisions. */
@FunctionalInterface
public interface Watcher {

  /**
   * Takes a revision. It may be one that the watcher has already, or an older one.
   *
   * <p>Returns at once and never fails.
   */
  void revised(Revision revision);
}
