package io.onceflow.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceflow.model.TaskId;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OutboxRowTests {

  @Test
  void keysSpreadOverAllShards() {
    var shards =
        Stream.generate(TaskId::next)
            .limit(1000)
            .map(OutboxRow::shardOf)
            .collect(Collectors.toSet());

    assertThat(shards).hasSize(OutboxRow.SHARDS).allMatch(shard -> 0 <= shard && shard < 16);
  }

  @Test
  void aMessageThatJoinsATailNeedsOne() {
    var joining = List.of(new OutboxMessage("a", UUID.randomUUID(), "A", 1, "{", true));

    assertThatThrownBy(() -> new OutboxRow(TaskId.next(), joining, null, null, null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aRowWithoutMessagesIsRefused() {
    assertThatThrownBy(() -> new OutboxRow(TaskId.next(), List.of(), null, null, null))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
