package io.onceflow.relay.publish;

import static io.onceflow.relay.testing.TestOutbox.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onceflow.devstack.test.ServerFaults;
import io.onceflow.devstack.test.TestServers;
import io.onceflow.model.TaskId;
import io.onceflow.model.Topics;
import io.onceflow.outbox.OutboxRow;
import io.onceflow.relay.publish.HaltingRelay.Point;
import io.onceflow.relay.testing.Operator;
import io.onceflow.relay.testing.RelayInProcess;
import io.onceflow.relay.testing.RelayProcess;
import io.onceflow.relay.testing.TestOutbox;
import io.onceflow.relay.testing.TopicObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RelayFaultsIntegrationTests {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String SHORT_LEASE = "onceflow.relay.shards.lease=2s";

  private final ServerFaults faults = TestServers.shared().faults();
  private final TestOutbox outbox = TestOutbox.create();

  @BeforeAll
  static void createTopic() {
    TopicObserver.create(Topics.RESULT);
  }

  @Test
  void eventsStayInOrderWhileKafkaStopsARelayIsKilledAndOthersComeAndGo() {
    var keys = Stream.generate(TaskId::next).limit(50).toList();
    try (var results = TopicObserver.of(Topics.RESULT);
        var first = RelayProcess.start(outbox, SHORT_LEASE);
        var second = RelayProcess.start(outbox, SHORT_LEASE)) {
      append(keys, 0, 250);
      await().atMost(PATIENCE).until(() -> results.poll().distinct() > 0);

      faults.stopKafka();
      append(keys, 250, 500);
      await().pollDelay(Duration.ofSeconds(5)).until(() -> true);
      faults.startKafka();

      append(keys, 500, 600);
      await().atMost(PATIENCE).until(() -> results.poll().distinct() > 15_000);
      first.kill();
      append(keys, 600, 800);
      try (var third = RelayProcess.start(outbox, SHORT_LEASE)) {
        await().atMost(PATIENCE).until(() -> owners() == 2);
        append(keys, 800, 900);
        second.terminate();
        append(keys, 900, 1000);
        awaitAll(results, 50_000);
        assertThat(third.isAlive()).isTrue();
      }

      var everything = IntStream.range(0, 1000).mapToObj(Integer::toString).toList();
      assertThat(keys).allSatisfy(key -> assertThat(results.valuesOf(key)).isEqualTo(everything));
      assertThat(results.duplicatesCarryTheirId()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(Point.class)
  void nothingIsLostWhenARelayDies(Point point) {
    var keys = Stream.generate(TaskId::next).limit(20).toList();
    try (var results = TopicObserver.of(Topics.RESULT)) {
      append(keys, 0, 10);
      try (var dying =
          RelayProcess.start(
              HaltingRelay.class.getName(), outbox, "test.halt-at=" + point, SHORT_LEASE)) {
        await().atMost(PATIENCE).until(() -> !dying.isAlive());
      }
      assertThat(outbox.rows()).isEqualTo(200);

      try (var _ = RelayInProcess.start(outbox, SHORT_LEASE)) {
        awaitAll(results, 200);
      }
      var everything = IntStream.range(0, 10).mapToObj(Integer::toString).toList();
      assertThat(keys).allSatisfy(key -> assertThat(results.valuesOf(key)).isEqualTo(everything));
      assertThat(results.duplicatesCarryTheirId()).isTrue();
    }
  }

  /** Without the hand-over, the rows would wait for the end of a lease that was just renewed. */
  @Test
  void aRelayThatIsAskedToStopHandsItsShardsOverAtOnce() {
    var keys = Stream.generate(TaskId::next).limit(50).toList();
    var lease = "onceflow.relay.shards.lease=30s";
    try (var results = TopicObserver.of(Topics.RESULT);
        var stopped = RelayProcess.start(outbox, lease)) {
      await().atMost(PATIENCE).until(() -> owners() == 1);
      try (var _ = RelayInProcess.start(outbox, lease)) {
        await().atMost(PATIENCE).until(() -> owners() == 2);
        stopped.terminate();
        append(keys, 0, 10);
        await().atMost(Duration.ofSeconds(10)).until(() -> results.poll().distinct() == 500);
      }
    }
  }

  @Test
  void theDatabaseAndTheBrokerRestartInEitherOrder() {
    var key = TaskId.next();
    try (var results = TopicObserver.of(Topics.RESULT);
        var relay = RelayInProcess.start(outbox)) {
      append(List.of(key), 0, 10);
      await().atMost(PATIENCE).until(() -> results.poll().valuesOf(key).size() == 10);

      faults.stopKafka();
      append(List.of(key), 10, 20);
      await().atMost(PATIENCE).until(() -> readiness(relay) == 503);
      faults.stopPostgres();
      faults.startPostgres();
      faults.startKafka();
      await().atMost(PATIENCE).until(() -> results.poll().valuesOf(key).size() == 20);

      faults.stopPostgres();
      await().atMost(PATIENCE).until(() -> readiness(relay) == 503);
      faults.stopKafka();
      faults.startKafka();
      faults.startPostgres();
      append(List.of(key), 20, 30);
      awaitAll(results, 30);
      await().atMost(PATIENCE).until(() -> readiness(relay) == 200);

      assertThat(results.valuesOf(key))
          .isEqualTo(IntStream.range(0, 30).mapToObj(Integer::toString).toList());
    }
  }

  @Test
  void aRelayDrainsWithoutRedisAndWaitsForAnOutboxThatIsNotThereYet() {
    var late = TestOutbox.withoutTables();
    var key = TaskId.next();
    try (var results = TopicObserver.of(Topics.RESULT);
        var relay = RelayInProcess.start(late, "spring.data.redis.url=redis://127.0.0.1:1")) {
      assertThat(readiness(relay)).isEqualTo(200);
      late.migrate();
      late.append(row(Topics.RESULT, key, "1"));
      await().atMost(PATIENCE).until(() -> results.poll().valuesOf(key).equals(List.of("1")));
    }
  }

  @Test
  void outboxesOfSeveralDatabasesAreDrained() {
    var servers = TestServers.shared();
    var other = TestOutbox.create();
    var key = TaskId.next();
    try (var results = TopicObserver.of(Topics.RESULT);
        var _ =
            RelayInProcess.start(
                outbox,
                "onceflow.relay.outboxes.other.url=" + other.url(),
                "onceflow.relay.outboxes.other.username=" + servers.databaseUser(),
                "onceflow.relay.outboxes.other.password=" + servers.databasePassword(),
                "onceflow.relay.outboxes.other.schema=" + TestOutbox.SCHEMA)) {
      outbox.append(row(Topics.RESULT, key, "1"));
      await().atMost(PATIENCE).until(() -> results.poll().valuesOf(key).equals(List.of("1")));
      other.append(row(Topics.RESULT, key, "2"));
      await().atMost(PATIENCE).until(() -> results.poll().valuesOf(key).equals(List.of("1", "2")));
    }
  }

  private void awaitAll(TopicObserver results, int records) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(results.poll().distinct()).isEqualTo(records);
              assertThat(outbox.rows()).isZero();
            });
  }

  /** Numbered events, the same numbers for each key, in transactions of ten numbers. */
  private void append(List<TaskId> keys, int from, int to) {
    for (var i = from; i < to; i += 10) {
      var rows = new ArrayList<OutboxRow>();
      for (var n = i; n < i + 10; n++) {
        for (var key : keys) {
          rows.add(row(Topics.RESULT, key, Integer.toString(n)));
        }
      }
      outbox.append(rows);
    }
  }

  private long owners() {
    return outbox.count(
        "select count(distinct owner) from ingest.outbox_shard where expires_at >"
            + " clock_timestamp()");
  }

  private static int readiness(RelayInProcess relay) {
    return new Operator(relay.management(), "ingest").readiness();
  }
}
