package io.onceflow.relay.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InFlightTests {
  private final AtomicInteger roomTold = new AtomicInteger();
  private final InFlight inFlight = new InFlight(4, 1000, roomTold::incrementAndGet);

  @Test
  void aRowIsCompleteWithItsLastRecord() {
    var row = add(1, 2, 10);
    inFlight.completeOne(row, null);
    assertThat(inFlight.takeCompleted()).isEmpty();
    inFlight.completeOne(row, null);
    assertThat(inFlight.takeCompleted()).containsExactly(row);
    assertThat(inFlight.contains(1)).isTrue();
    inFlight.forget(List.of(row));
    assertThat(inFlight.contains(1)).isFalse();
  }

  @Test
  void aFailureOfOneRecordIsTheRows() {
    var row = add(1, 2, 10);
    var failure = new IllegalStateException();
    inFlight.completeOne(row, failure);
    inFlight.completeOne(row, null);
    assertThat(row.failure()).isSameAs(failure);
  }

  @Test
  void roomIsHalfOfTheRowsAndIsToldOnce() {
    var rows = new ArrayList<SentRow>();
    IntStream.range(0, 4).forEach(id -> rows.add(add(id, 1, 10)));
    assertThat(inFlight.hasRoom()).isFalse();
    inFlight.completeOne(rows.get(0), null);
    assertThat(inFlight.hasRoom()).isFalse();
    inFlight.completeOne(rows.get(1), null);
    assertThat(inFlight.hasRoom()).isTrue();
    assertThat(roomTold).hasValue(1);
  }

  @Test
  void bytesTakeRoomToo() {
    var row = add(1, 1, 900);
    assertThat(inFlight.hasRoom()).isFalse();
    inFlight.completeOne(row, null);
    assertThat(inFlight.hasRoom()).isTrue();
  }

  @Test
  void aShardIsTouchedUntilItsRowsAreForgotten() {
    var row = add(1, 1, 10);
    assertThat(inFlight.touches(row.shard())).isTrue();
    inFlight.completeOne(row, null);
    assertThat(inFlight.touches(row.shard())).isTrue();
    inFlight.forget(inFlight.takeCompleted());
    assertThat(inFlight.touches(row.shard())).isFalse();
  }

  private SentRow add(long id, int records, long bytes) {
    var pending = new PendingRow(id, 3, new UUID(0, id), "[]", null, null, false, 0);
    var row = new SentRow(pending, records, bytes);
    inFlight.add(row);
    return row;
  }
}
