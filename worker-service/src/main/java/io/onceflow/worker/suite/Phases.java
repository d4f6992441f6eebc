package io.onceflow.worker.suite;

/**
 * The order in which the worker's parts start; they stop in the reverse order. So nothing is
 * claimed before this worker is known to live, and what was claimed is recorded before it takes its
 * leave.
 */
public final class Phases {
  public static final int HEARTBEAT = 50;
  public static final int LOCKS = 60;
  public static final int CANCELLED_TASKS = 100;
  public static final int RECORDING = 200;
  public static final int RUNNING = 300;
  public static final int SCANNING = 400;
  public static final int CLAIMING = 500;

  private Phases() {}
}
