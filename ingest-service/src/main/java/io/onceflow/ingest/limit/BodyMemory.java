package io.onceflow.ingest.limit;

import io.onceflow.http.problem.ProblemException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.util.unit.DataSize;

/**
 * Bounds the memory that bodies take together, from their first byte to their answer. However many
 * clients upload at once, the heap holds.
 */
public final class BodyMemory {
  private static final Duration SOON = Duration.ofSeconds(1);

  private final long budget;
  private final long unknown;
  private final AtomicLong reserved = new AtomicLong();

  /**
   * @param budget for all bodies together
   * @param unknown what a body takes that does not say its length
   */
  public BodyMemory(DataSize budget, DataSize unknown) {
    this.budget = budget.toBytes();
    this.unknown = unknown.toBytes();
  }

  /**
   * Takes memory for a body, until the reservation is closed. A body larger than the whole budget
   * gets it when it is alone.
   *
   * @param length in bytes; negative if unknown
   * @throws ProblemException 503 if too many bodies are held already
   */
  public Reservation reserve(long length) {
    var wanted = Math.min(budget, length < 0 ? unknown : length);
    if (reserved.addAndGet(wanted) > budget) {
      reserved.addAndGet(-wanted);
      throw ProblemException.unavailable(
          "overloaded", "Nothing was written. Send the request again in a moment.", SOON);
    }
    return () -> reserved.addAndGet(-wanted);
  }

  /** Memory that a body takes. */
  @FunctionalInterface
  public interface Reservation extends AutoCloseable {
    @Override
    void close();
  }
}
