package io.onceflow.relay.publish;

import static io.onceflow.relay.testing.TestOutbox.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onceflow.model.TaskId;
import io.onceflow.model.Topics;
import io.onceflow.outbox.OutboxRow;
import io.onceflow.relay.testing.RelayInProcess;
import io.onceflow.relay.testing.TestOutbox;
import io.onceflow.relay.testing.TwoBrokers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Brokers that are there but take nothing for one topic or one partition. */
class TopicTroubleIntegrationTests {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String FORBIDDEN = "test.forbidden";
  private static final String SPLIT = "test.split";
  private static final int MANY = 40;

  private static TwoBrokers brokers;

  @BeforeAll
  static void start(@TempDir Path folder) {
    brokers = TwoBrokers.start(folder);
  }

  @AfterAll
  static void stop() {
    brokers.close();
  }

  @Test
  void aPartitionWithoutALeaderHoldsUpTheRowsOfItsOwnKeysAlone() {
    brokers.create(SPLIT, 1, 2);
    brokers.killSecond();
    var outbox = TestOutbox.create();
    try (var _ =
        RelayInProcess.start(
            outbox,
            "spring.kafka.bootstrap-servers=" + brokers.bootstrapServers(),
            "onceflow.relay.publish.batch=4",
            "onceflow.relay.publish.in-flight=8",
            "onceflow.relay.publish.broker-patience=1s")) {
      var key = keyOf(1);
      var rows = new ArrayList<OutboxRow>();
      rows.add(row(SPLIT, key, "1"));
      // far more than may be on their way
      Stream.generate(() -> row(SPLIT, keyOf(1), "held up")).limit(MANY).forEach(rows::add);
      Stream.generate(() -> row(SPLIT, keyOf(0), "free")).limit(MANY).forEach(rows::add);
      outbox.append(rows);
      await().atMost(PATIENCE).until(() -> outbox.rows() == MANY + 1);

      // behind the first row of its key, though in a partition that has a leader
      outbox.append(row(SPLIT, key, "2"), row(Topics.RESULT, key, "3"), row(SPLIT, keyOf(0), "4"));
      await().atMost(PATIENCE).until(() -> outbox.rows() == MANY + 3);
      assertThat(
              outbox.count(
                  "select count(*) from ingest.outbox where key = '%s'".formatted(key.value())))
          .isEqualTo(3);

      brokers.startSecond();
      await().atMost(PATIENCE).until(() -> outbox.rows() == 0);
    }
  }

  @Test
  void aRowForATopicThatTheRelayMayNotWriteToIsParkedAndHoldsUpItsKeyAlone() {
    brokers.create(FORBIDDEN, 1);
    var writing = acl(AclOperation.WRITE, AclPermissionType.DENY);
    var looking = acl(AclOperation.DESCRIBE, AclPermissionType.ALLOW);
    var settings = acl(AclOperation.DESCRIBE_CONFIGS, AclPermissionType.ALLOW);
    brokers.done(admin -> admin.createAcls(List.of(writing, looking, settings)).all());
    var outbox = TestOutbox.create();
    try (var _ =
        RelayInProcess.start(
            outbox, "spring.kafka.bootstrap-servers=" + brokers.bootstrapServers())) {
      var key = TaskId.next();
      outbox.append(row(FORBIDDEN, key, "1"), row(Topics.RESULT, TaskId.next(), "2"));
      await().atMost(PATIENCE).until(() -> outbox.parked() == 1 && outbox.rows() == 1);
      assertThat(outbox.jdbc().queryForList("select code from ingest.outbox_parked", String.class))
          .containsExactly("forbidden-topic");
      outbox.append(row(Topics.RESULT, key, "3"), row(Topics.RESULT, TaskId.next(), "4"));
      await().atMost(PATIENCE).until(() -> outbox.rows() == 2);

      var allowed = acl(AclOperation.WRITE, AclPermissionType.ALLOW);
      brokers.done(admin -> admin.createAcls(List.of(allowed)).all());
      brokers.done(
          admin -> admin.deleteAcls(List.of(writing.toFilter())).all().thenApply(_ -> null));
      // the documented way to release a row
      outbox.jdbc().execute("delete from ingest.outbox_parked");
      await().atMost(PATIENCE).until(() -> outbox.rows() == 0);
    }
  }

  /** A key that the producer's hash puts into the given one of two partitions. */
  private static TaskId keyOf(int partition) {
    return Stream.generate(TaskId::next)
        .filter(key -> Utils.toPositive(Utils.murmur2(bytes(key))) % 2 == partition)
        .findFirst()
        .orElseThrow();
  }

  private static byte[] bytes(TaskId key) {
    return key.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static AclBinding acl(AclOperation operation, AclPermissionType permission) {
    return new AclBinding(
        new ResourcePattern(ResourceType.TOPIC, FORBIDDEN, PatternType.LITERAL),
        new AccessControlEntry("User:*", "*", operation, permission));
  }
}
