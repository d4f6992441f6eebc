package io.onceflow.model;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.UUID;

/**
 * Makes time-ordered UUIDs of version 7 (RFC 9562, section 5.7, method 1): 48 bits of Unix
 * milliseconds, a 12-bit counter, 62 random bits.
 *
 * <p>Ids made by one instance increase strictly, also within a millisecond and when the clock steps
 * back. Safe for use by several threads.
 */
public final class UuidV7 {
  private static final int COUNTER_LIMIT = 1 << 12;
  private static final long RANDOM_BITS = 0x3fff_ffff_ffff_ffffL;
  private static final long VARIANT = 0x8000_0000_0000_0000L;
  private static final int DRAWN_AHEAD = 2048;
  private static final UuidV7 SYSTEM = new UuidV7(Clock.systemUTC());

  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  /** Random bits drawn ahead: one by one they cost more than all else of an id. */
  private final ByteBuffer drawn = ByteBuffer.allocate(DRAWN_AHEAD).limit(0);

  private long lastMillis;
  private int counter;

  public UuidV7(Clock clock) {
    this.clock = clock;
  }

  /** The next id by the system's clock. */
  public static UUID next() {
    return SYSTEM.nextId();
  }

  /** The next id by this instance's clock, greater than any that it gave before. */
  public synchronized UUID nextId() {
    return new UUID(timeAndCounter(), (randomBits() & RANDOM_BITS) | VARIANT);
  }

  /** When an id of version 7 was made, to the millisecond. */
  public static Instant instantOf(UUID id) {
    return Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
  }

  private long randomBits() {
    if (!drawn.hasRemaining()) {
      random.nextBytes(drawn.array());
      drawn.clear();
    }
    return drawn.getLong();
  }

  private long timeAndCounter() {
    var now = clock.millis();
    if (now > lastMillis) {
      lastMillis = now;
      counter = (int) randomBits() & ((COUNTER_LIMIT >> 1) - 1);
    } else if (++counter == COUNTER_LIMIT) {
      // the millisecond is full: borrow the next one rather than repeat or wait
      lastMillis++;
      counter = 0;
    }
    return (lastMillis << 16) | 0x7000 | counter;
  }
}
