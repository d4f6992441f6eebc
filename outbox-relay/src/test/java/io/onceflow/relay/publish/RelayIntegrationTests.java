package io.onceflow.relay.publish;

import static io.onceflow.relay.testing.TestOutbox.message;
import static io.onceflow.relay.testing.TestOutbox.row;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onceflow.model.TaskId;
import io.onceflow.model.Topics;
import io.onceflow.outbox.OutboxMessage;
import io.onceflow.outbox.OutboxRow;
import io.onceflow.relay.testing.Operator;
import io.onceflow.relay.testing.RelayInProcess;
import io.onceflow.relay.testing.TestOutbox;
import io.onceflow.relay.testing.TopicObserver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RelayIntegrationTests {
  private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private static TestOutbox outbox;
  private static RelayInProcess relay;
  private static Operator operator;
  private TopicObserver results;

  @BeforeAll
  static void start() {
    TopicObserver.create(Topics.RESULT);
    outbox = TestOutbox.create();
    relay = RelayInProcess.start(outbox);
    operator = new Operator(relay.management(), "ingest");
  }

  @AfterAll
  static void stop() {
    relay.close();
  }

  @BeforeEach
  void observe() {
    results = TopicObserver.of(Topics.RESULT);
  }

  @AfterEach
  void stopObserving() {
    results.close();
    await().untilAsserted(() -> assertThat(outbox.rows()).isZero());
  }

  @Test
  void aRowIsPublishedToEachOfItsTopicsWithHeadersAndTail() {
    var key = TaskId.next();
    var id = UUID.randomUUID();
    var joining = new OutboxMessage(Topics.RESULT, id, "StepRequested", 1, "{\"a\":1,", true);
    outbox.append(
        new OutboxRow(
            key, List.of(message(Topics.ACCEPTED, "whole"), joining), "\"b\":\"ü\"}", TRACE, null));

    await().until(() -> results.poll().records().size() == 1);
    var record = results.records().getFirst();
    assertThat(record.key()).isEqualTo(key.toString());
    assertThat(record.value()).isEqualTo("{\"a\":1,\"b\":\"ü\"}");
    assertThat(record.headers())
        .extracting(header -> header.key() + "=" + new String(header.value(), UTF_8))
        .containsExactly(
            "message-id=" + id,
            "message-type=StepRequested",
            "schema-version=1",
            "traceparent=" + TRACE);
  }

  @Test
  void aRowThatCommitsLateIsPublishedWithinASecond() throws SQLException {
    var late = TaskId.next();
    try (var connection = outbox.connect()) {
      connection.setAutoCommit(false);
      TestOutbox.append(connection, row(Topics.RESULT, late, "late"));
      for (var i = 0; i < 100; i++) {
        outbox.append(row(Topics.RESULT, TaskId.next(), "early"));
      }
      await().until(() -> results.poll().records().size() == 100);
      var held = Duration.ofSeconds(5);
      await().pollDelay(held).timeout(held.plusSeconds(1)).until(() -> true);
      connection.commit();
    }
    await()
        .atMost(Duration.ofSeconds(1))
        .until(() -> results.poll().valuesOf(late).equals(List.of("late")));
  }

  @Test
  void aRowThatHasExpiredIsDroppedUnpublished() {
    var key = TaskId.next();
    outbox.append(TestOutbox.expired(Topics.RESULT, key, "expired"), row(Topics.RESULT, key, "2"));

    await().until(() -> results.poll().valuesOf(key).equals(List.of("2")));
    assertThat(results.records()).hasSize(1);
  }

  @Test
  void aRowTooLargeForItsTopicIsParkedAndHoldsUpItsKeyAlone() {
    var key = TaskId.next();
    var other = TaskId.next();
    outbox.append(
        row(Topics.RESULT, other, "before"),
        row(Topics.RESULT, key, "1"),
        row(Topics.RESULT, key, "x".repeat(1_100_000)),
        row(Topics.RESULT, key, "3"),
        row(Topics.RESULT, other, "after"));

    await()
        .atMost(Duration.ofSeconds(2))
        .until(() -> results.poll().valuesOf(other).equals(List.of("before", "after")));
    await().until(() -> outbox.rows() == 2);
    assertThat(results.poll().valuesOf(key)).containsExactly("1");
    var parked = operator.parked();
    assertThat(parked).contains("too-large", "takes 1048588", key.toString());

    // released, it is tried again and parked again
    var id = outbox.count("select row_id from ingest.outbox_parked");
    assertThat(operator.release(id)).isEqualTo(204);
    await().until(() -> outbox.parked() == 1);
    assertThat(results.poll().valuesOf(key)).containsExactly("1");

    assertThat(operator.discard(id)).isEqualTo(204);
    await().until(() -> results.poll().valuesOf(key).equals(List.of("1", "3")));
    assertThat(operator.discard(id)).isEqualTo(404);
  }

  @Test
  void rowsThatNobodyCanReadOrSendAreParkedWithTheirReasons() {
    outbox.append(
        row("no topic!", TaskId.next(), "1"),
        row("ai.task.unheard-of", TaskId.next(), "2"),
        row(Topics.RESULT, TaskId.next(), "3"));
    outbox
        .jdbc()
        .execute(
            """
            insert into ingest.outbox (key, shard, messages) values
              ('0199aaaa-0000-7000-8000-000000000001', 1, 'not json'),
              ('0199aaaa-0000-7000-8000-000000000002', 2, '[{"topic":"ai.task.result"}]'),
              ('0199aaaa-0000-7000-8000-000000000003', 3, 'null')
            """);

    await().until(() -> outbox.parked() == 5);
    await().until(() -> results.poll().records().size() == 1);
    assertThat(outbox.jdbc().queryForList("select code from ingest.outbox_parked", String.class))
        .containsExactlyInAnyOrder(
            "invalid-topic",
            "unknown-topic",
            "unreadable-messages",
            "unreadable-messages",
            "unreadable-messages");
    // the documented SQL to give rows up
    outbox
        .jdbc()
        .execute("delete from ingest.outbox where id in (select row_id from ingest.outbox_parked)");
    await().until(() -> outbox.parked() == 0);
  }

  @Test
  void aRowOfAnUnknownTopicIsPublishedOnceTheTopicIsThere() {
    var topic = "late.topic." + UUID.randomUUID();
    var key = TaskId.next();
    outbox.append(row(topic, key, "1"), row(topic, key, "2"));
    await().until(() -> outbox.parked() == 1);

    TopicObserver.create(topic);
    try (var late = TopicObserver.of(topic)) {
      await().until(() -> late.poll().valuesOf(key).equals(List.of("1", "2")));
    }
    assertThat(outbox.parked()).isZero();
  }

  @Test
  void theMetricsHaveTheirPublicNames() {
    outbox.append(row(Topics.RESULT, TaskId.next(), "1"));
    await().until(() -> results.poll().records().size() == 1);

    assertThat(operator.get("/actuator/prometheus"))
        .contains(
            "onceflow_outbox_pending{",
            "onceflow_outbox_oldest_age_seconds{",
            "onceflow_outbox_parked{",
            "onceflow_outbox_published_total{");
  }
}
