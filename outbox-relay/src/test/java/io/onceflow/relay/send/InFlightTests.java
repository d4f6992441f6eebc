package io.onceflow.relay.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.relay.read.PendingRow;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class InFlightTests {
  private final AtomicInteger roomTold = new AtomicInteger();
  private final InFlight inFlight = new InFlight(4, 1000, roomTold::incrementAndGet);

  @Test
  void aRowIsCompleteWithItsLastRecord() {
    var row = add(1, 2, 10);
    inFlight.completeOne(row, 0, null);
    assertThat(inFlight.takeCompleted()).isEmpty();
    inFlight.completeOne(row, 1, null);
    assertThat(inFlight.takeCompleted()).containsExactly(row);
    assertThat(inFlight.contains(1)).isTrue();
    inFlight.forget(List.of(row));
    assertThat(inFlight.contains(1)).isFalse();
  }

  @Test
  void aFailureOfOneRecordIsTheRows() {
    var row = add(1, 2, 10);
    var failure = new IllegalStateException();
    inFlight.completeOne(row, 0, failure);
    inFlight.completeOne(row, 1, null);
    assertThat(row.failure()).isSameAs(failure);
  }

  @Test
  void roomIsHalfOfTheRowsAndIsToldOnce() {
    var rows = new ArrayList<SentRow>();
    IntStream.range(0, 4).forEach(id -> rows.add(add(id, 1, 10)));
    assertThat(inFlight.hasRoom()).isFalse();
    inFlight.completeOne(rows.get(0), 0, null);
    assertThat(inFlight.hasRoom()).isFalse();
    inFlight.completeOne(rows.get(1), 0, null);
    assertThat(inFlight.hasRoom()).isTrue();
    assertThat(roomTold).hasValue(1);
  }

  @Test
  void bytesTakeRoomToo() {
    var row = add(1, 1, 900);
    assertThat(inFlight.hasRoom()).isFalse();
    inFlight.completeOne(row, 0, null);
    assertThat(inFlight.hasRoom()).isTrue();
  }

  @Test
  void aShardIsTouchedUntilItsRowsAreForgotten() {
    var row = add(1, 1, 10);
    assertThat(inFlight.touches(row.shard())).isTrue();
    inFlight.completeOne(row, 0, null);
    assertThat(inFlight.touches(row.shard())).isTrue();
    inFlight.forget(inFlight.takeCompleted());
    assertThat(inFlight.touches(row.shard())).isFalse();
  }

  @Test
  void theSilentPartitionsAreThoseThatOweAnAcknowledgement() {
    var row = add(1, 2, 10);
    var later = row.sentAt() + 1000;
    inFlight.completeOne(row, 0, null);
    assertThat(inFlight.silent(later, 2000)).isEmpty();
    assertThat(inFlight.silent(later, 1000)).containsExactly(new TopicPartition("topic", 1));
    inFlight.completeOne(row, 1, null);
    assertThat(inFlight.silent(later, 1000)).isEmpty();
  }

  @Test
  void rowsForASilentPartitionTakeNoRoomFromTheOthers() {
    IntStream.range(0, 4).forEach(id -> add(id, 1, 10));
    assertThat(inFlight.hasRoom()).isFalse();
    inFlight.silent(System.nanoTime(), 0);
    assertThat(inFlight.hasRoom()).isTrue();
    // up to as many again
    IntStream.range(4, 8).forEach(id -> add(id, 1, 10));
    inFlight.silent(System.nanoTime(), 0);
    assertThat(inFlight.hasRoom()).isFalse();
  }

  private SentRow add(long id, int records, long bytes) {
    var pending = new PendingRow(id, 3, new UUID(0, id), "[]", null, null, false, 0);
    var destinations =
        IntStream.range(0, records).mapToObj(i -> new TopicPartition("topic", i)).toList();
    var row = new SentRow(pending, destinations, bytes);
    inFlight.add(row);
    return row;
  }
}
