package io.onceflow.relay.send;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The rows on their way: given to the producer and not yet deleted. One thread adds, takes and
 * forgets them; the producer's thread completes them.
 */
public final class InFlight {
  private final int mostRows;
  private final long mostBytes;
  private final Runnable onRoom;
  private final Map<Long, SentRow> rows = new LinkedHashMap<>();
  private final Queue<SentRow> completed = new ConcurrentLinkedQueue<>();
  private final AtomicInteger unacknowledged = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();
  private volatile int stuckRows;
  private volatile long stuckBytes;

  /**
   * @param onRoom called when half of the room is free again
   */
  public InFlight(int mostRows, long mostBytes, Runnable onRoom) {
    this.mostRows = mostRows;
    this.mostBytes = mostBytes;
    this.onRoom = onRoom;
  }

  public void add(SentRow row) {
    rows.put(row.id(), row);
    unacknowledged.incrementAndGet();
    bytes.addAndGet(row.bytes());
  }

  /** A row that was acknowledged before, and is not deleted yet. */
  public void addAcknowledged(SentRow row) {
    rows.put(row.id(), row);
  }

  /**
   * One record of a row is acknowledged, or has failed for good.
   *
   * @param record by its place in the row
   */
  void completeOne(SentRow row, int record, @Nullable Exception failure) {
    if (!row.completeOne(record, failure)) {
      return;
    }
    completed.add(row);
    var bytesLeft = bytes.addAndGet(-row.bytes()) - stuckBytes;
    var rowsLeft = unacknowledged.decrementAndGet() - stuckRows;
    var halfOfBytes = bytesLeft <= mostBytes / 2 && bytesLeft + row.bytes() > mostBytes / 2;
    if (rowsLeft == mostRows / 2 || halfOfBytes) {
      onRoom.run();
    }
  }

  /** The rows that were completed since the last call. */
  public List<SentRow> takeCompleted() {
    var taken = new ArrayList<SentRow>();
    for (var row = completed.poll(); row != null; row = completed.poll()) {
      taken.add(row);
    }
    return taken;
  }

  public void forget(Collection<SentRow> gone) {
    gone.forEach(row -> rows.remove(row.id()));
  }

  public boolean contains(long id) {
    return rows.containsKey(id);
  }

  /** Whether a row of the shard is on its way. */
  public boolean touches(int shard) {
    return rows.values().stream().anyMatch(row -> row.shard() == shard);
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Whether enough room is free for a read to be worth while. */
  public boolean hasRoom() {
    return unacknowledged.get() - stuckRows <= mostRows / 2
        && bytes.get() - stuckBytes <= mostBytes / 2;
  }

  /**
   * The partitions that have left a record unacknowledged for longer than the given time. Rows that
   * wait for them take no room from now on, up to as much again as there is for the others.
   */
  public Set<TopicPartition> silent(long now, long patience) {
    var silent = new HashSet<TopicPartition>();
    var stuck = 0;
    var stuckSize = 0L;
    for (var row : rows.values()) {
      if (now - row.sentAt() < patience) {
        break;
      }
      var awaited = row.silent();
      if (!awaited.isEmpty()) {
        silent.addAll(awaited);
        stuck++;
        stuckSize += row.bytes();
      }
    }
    stuckRows = Math.min(stuck, mostRows);
    stuckBytes = Math.min(stuckSize, mostBytes);
    return silent;
  }

  /** Nanoseconds since the row that has waited longest for its acknowledgement was sent. */
  public long oldestWait(long now) {
    return unacknowledged.get() == 0 || rows.isEmpty()
        ? 0
        : now - rows.values().iterator().next().sentAt();
  }
}
