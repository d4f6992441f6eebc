package io.onceflow.worker.govern;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Chance in waiting, so that not all who wait come back at once. */
public final class Jitter {
  private static final int SHARE = 5;

  private Jitter() {}

  /** Up to a fifth longer. */
  public static Duration lengthened(Duration wait) {
    return wait.plusMillis(ThreadLocalRandom.current().nextLong(wait.toMillis() / SHARE + 1));
  }
}
