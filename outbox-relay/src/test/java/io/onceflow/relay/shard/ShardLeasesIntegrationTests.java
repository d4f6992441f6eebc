package io.onceflow.relay.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onceflow.relay.source.OutboxSource;
import io.onceflow.relay.source.OutboxSources;
import io.onceflow.relay.source.TestSource;
import io.onceflow.relay.testing.TestOutbox;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShardLeasesIntegrationTests {
  private static final Duration LEASE = Duration.ofSeconds(10);
  private static final Duration SHORT = Duration.ofMillis(800);

  private final TestOutbox outbox = TestOutbox.create();
  private final OutboxSources sources = TestSource.of(outbox);
  private final OutboxSource source = sources.all().getFirst();

  @AfterEach
  void close() {
    sources.close();
  }

  @Test
  void anInstanceAloneDrainsAllShards() throws SQLException {
    var alone = new ShardLeases(source, "a", LEASE);
    alone.keep();
    assertThat(alone.held().draining()).hasSize(16);
    assertThat(alone.held().lapsed()).isFalse();
  }

  @Test
  void instancesThatComeTakeTheirShareFromThoseThatAreThere() throws SQLException {
    var instances =
        List.of(
            new ShardLeases(source, "a", LEASE),
            new ShardLeases(source, "b", LEASE),
            new ShardLeases(source, "c", LEASE));
    settle(instances.subList(0, 1));
    settle(instances.subList(0, 2));
    assertThat(instances.subList(0, 2)).allSatisfy(one -> assertHolds(one, 8, 8));
    settle(instances);
    assertThat(instances).allSatisfy(one -> assertHolds(one, 4, 6));
    assertThat(union(instances)).hasSize(16);
  }

  @Test
  void shardsOfAnInstanceThatLeavesAreTakenAtOnce() throws SQLException {
    var leaving = new ShardLeases(source, "a", LEASE);
    var staying = new ShardLeases(source, "b", LEASE);
    settle(List.of(leaving, staying));
    leaving.leave();
    assertThat(leaving.held().epochs()).isEmpty();
    staying.keep();
    assertHolds(staying, 16, 16);
  }

  @Test
  void shardsOfASilentInstanceAreTakenWithAHigherEpochAfterTheLeaseAndNotBefore()
      throws SQLException {
    var silent = new ShardLeases(source, "a", SHORT);
    silent.keep();
    var other = new ShardLeases(source, "b", SHORT);
    other.keep();
    assertThat(other.held().epochs()).isEmpty();

    await().pollInterval(SHORT.dividedBy(10)).until(() -> keep(other).epochs().size() == 16);
    // it knew before the other could take them
    assertThat(silent.held().lapsed()).isTrue();
    assertThat(other.held().epochs()).allSatisfy((_, epoch) -> assertThat(epoch).isEqualTo(2));

    // and when it wakes up it has lost them, and gets its share back by and by
    silent.keep();
    assertThat(silent.held().draining()).isEmpty();
  }

  @Test
  void aShardIsKeptUntilItIsHandedOver() throws SQLException {
    var first = new ShardLeases(source, "a", LEASE);
    first.keep();
    var second = new ShardLeases(source, "b", LEASE);
    second.keep();
    first.keep();
    assertThat(first.held().leaving()).hasSize(8);
    second.keep();
    assertThat(second.held().epochs()).isEmpty();

    first.handOver(first.held().leaving());
    second.keep();
    assertHolds(second, 8, 8);
  }

  private static void assertHolds(ShardLeases leases, int least, int most) {
    assertThat(leases.held().draining().size()).isBetween(least, most);
  }

  private static HeldShards keep(ShardLeases leases) throws SQLException {
    leases.keep();
    return leases.held();
  }

  /** As the instances do when nothing is on its way. */
  private static void settle(List<ShardLeases> instances) throws SQLException {
    for (var round = 0; round < 4; round++) {
      for (var instance : instances) {
        instance.keep();
        instance.handOver(instance.held().leaving());
      }
    }
  }

  private static Set<Integer> union(List<ShardLeases> instances) {
    var union = new HashSet<Integer>();
    instances.forEach(instance -> union.addAll(instance.held().draining().keySet()));
    return union;
  }
}
