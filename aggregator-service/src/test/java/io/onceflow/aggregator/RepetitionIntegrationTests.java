package io.onceflow.aggregator;

import static io.onceflow.aggregator.Messages.succeeded;
import static io.onceflow.aggregator.Messages.task;
import static io.onceflow.aggregator.TestPipelines.ARTICLE;
import static io.onceflow.aggregator.TestSuite.USER_KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onceflow.devstack.server.GuardedProcess;
import io.onceflow.model.TaskAccepted;
import io.onceflow.model.UuidV7;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Messages that are read again: because instances died over them, or because somebody set the group
 * back. A receiver of callbacks and a WebSocket watch from outside.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RepetitionIntegrationTests {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String PUBLIC_URL = "http://repetition.example";

  @TempDir private Path folder;

  private final Receiver receiver = new Receiver();

  // each member gets the same partitions of both topics, so that it sees whole tasks; a dead one,
  // and what it was posting, is noticed as soon as may be
  private final TestSuite suite =
      new TestSuite(
          Map.of(
              "onceflow.webhook.timeout",
              "PT1S",
              "onceflow.webhook.public-url",
              PUBLIC_URL,
              "spring.kafka.consumer.properties.session.timeout.ms",
              "6000",
              "spring.kafka.consumer.properties.heartbeat.interval.ms",
              "1000",
              "spring.kafka.consumer.properties.partition.assignment.strategy",
              "org.apache.kafka.clients.consumer.RangeAssignor"));

  @SuppressWarnings("NullAway.Init")
  private RunningAggregator survivor;

  @BeforeAll
  void start() throws Exception {
    Offsets.dropEarlierRecords();
    survivor = suite.startInstance();
  }

  @AfterAll
  void stop() {
    suite.close();
    receiver.close();
  }

  @Test
  void instancesKilledBeforeAndAfterTheCommitOfAMergeLoseNothingAndTellNothingTwice()
      throws Exception {
    var before = fork(AggregatorUnderTest.BEFORE_COMMIT);
    var after = fork(AggregatorUnderTest.AFTER_COMMIT);
    try (var socket = SocketClient.connect(survivor.port(), USER_KEY)) {
      await().atMost(SOON).until(() -> Offsets.readers(suite.group()) == 3);
      socket.send("{\"type\":\"subscribe\",\"mine\":true}");
      var tasks = tasks("/killed", 90);
      tasks.forEach(this::finish);

      await().atMost(SOON).until(() -> !before.isAlive() && !after.isAlive());
      assertThat(completedOf(marked(AggregatorUnderTest.BEFORE_COMMIT))).isZero();
      var committed = marked(AggregatorUnderTest.AFTER_COMMIT);
      assertThat(completedOf(committed)).isEqualTo(committed.size());
      assertThat(Offsets.lag(suite.group())).isPositive();

      await().atMost(SOON).until(() -> suite.inStatus(tasks, "COMPLETED") == 90);
      awaitTold(socket, tasks, "/killed");
      assertToldOnce(socket, tasks, "/killed");
    } finally {
      before.kill();
      after.kill();
    }
  }

  @Test
  void aGroupThatIsSetBackToTheEarliestOffsetChangesNothingAndTellsNobodyAgain() throws Exception {
    var group = "set-back-" + UuidV7.next();
    var tasks = tasks("/again", 60);
    try (var socket = SocketClient.connect(survivor.port(), USER_KEY)) {
      socket.send("{\"type\":\"subscribe\",\"mine\":true}");
      try (var _ = suite.startInstance(Map.of("onceflow.merge.group", group))) {
        tasks.forEach(this::finish);
        awaitTold(socket, tasks, "/again");
        await().atMost(SOON).until(() -> Offsets.lag(group) == 0);
      }
      await().until(() -> delivered(tasks) == 60);
      var contents = contents(tasks);

      Offsets.setBack(group);
      assertThat(Offsets.lag(group)).isGreaterThanOrEqualTo(60 * 5);
      try (var _ = suite.startInstance(Map.of("onceflow.merge.group", group))) {
        await().atMost(SOON).until(() -> Offsets.lag(group) == 0);
        // whoever had something to tell would have told it before this
        var marker = tasks("/marker", 1);
        marker.forEach(this::finish);
        awaitTold(socket, marker, "/marker");
      }

      assertThat(contents(tasks)).isEqualTo(contents);
      assertThat(posts("/again")).hasSize(60);
      assertToldOnce(socket, tasks, "/again");
    }
  }

  private void awaitTold(SocketClient socket, List<TaskAccepted> tasks, String path) {
    await()
        .atMost(SOON)
        .until(
            () ->
                posts(path).stream()
                        .map(it -> it.task().path("taskId").asString())
                        .distinct()
                        .count()
                    == tasks.size());
    await()
        .atMost(SOON)
        .until(
            () ->
                tasks.stream().noneMatch(it -> socket.frames("completed", it.taskId()).isEmpty()));
  }

  private void assertToldOnce(SocketClient socket, List<TaskAccepted> tasks, String path) {
    for (var task : tasks) {
      assertThat(socket.frames("completed", task.taskId())).hasSize(1);
      assertThat(socket.frames("snapshot", task.taskId()))
          .extracting(it -> it.at("/task/revision").asLong())
          .doesNotHaveDuplicates();
      assertThat(suite.outbox(task.taskId(), "TaskFinished")).hasSize(1);
    }
    // an attempt that nobody saw the end of is repeated, under the same id
    var ids =
        posts(path).stream()
            .collect(
                Collectors.groupingBy(
                    it -> it.task().path("taskId").asString(),
                    Collectors.mapping(it -> it.header("webhook-id"), Collectors.toSet())));
    assertThat(ids).hasSize(tasks.size()).allSatisfy((_, of) -> assertThat(of).hasSize(1));
    assertThat(posts(path)).extracting(it -> it.header("onceflow-event")).containsOnly("completed");
  }

  // instances of other tests, which read the same topics, post too, for the tasks of theirs
  private List<Receiver.Post> posts(String path) {
    return receiver.posts(path).stream().filter(it -> it.body().contains(PUBLIC_URL)).toList();
  }

  private List<TaskAccepted> tasks(String path, int count) {
    return IntStream.range(0, count)
        .mapToObj(
            _ ->
                task(
                    "article",
                    ARTICLE,
                    Duration.ofMinutes(5),
                    Duration.ofHours(1),
                    receiver.url(path)))
        .toList();
  }

  private void finish(TaskAccepted task) {
    suite.accept(task);
    ARTICLE.forEach(step -> suite.finish(succeeded(task, step)));
  }

  /** All that is kept of the tasks. */
  private List<Map<String, Object>> contents(List<TaskAccepted> tasks) {
    return suite
        .jdbc()
        .queryForList(
            """
            select task::text as row from aggregator.task where id between ? and ?
            union all
            select step_result::text from aggregator.step_result where task_id between ? and ?
            union all
            select d::text from aggregator.webhook_delivery d where task_id between ? and ?
            union all
            select o.id::text from aggregator.outbox o where key between ? and ?
            order by row
            """,
            IntStream.range(0, 4)
                .boxed()
                .flatMap(
                    _ ->
                        List.of(tasks.getFirst(), tasks.getLast()).stream()
                            .map(it -> it.taskId().value()))
                .toArray());
  }

  private long delivered(List<TaskAccepted> tasks) {
    return suite.count(
        "select count(*) from aggregator.webhook_delivery"
            + " where state = 'DELIVERED' and task_id between ? and ?",
        tasks.getFirst().taskId().value(),
        tasks.getLast().taskId().value());
  }

  private long completedOf(List<UUID> tasks) {
    return suite.count(
        "select count(*) from aggregator.task where status = 'COMPLETED' and id = any(?)",
        (Object) tasks.toArray(UUID[]::new));
  }

  private List<UUID> marked(String place) throws IOException {
    var ids = Files.readAllLines(folder.resolve(place)).stream().map(UUID::fromString).toList();
    assertThat(new HashSet<>(ids)).isNotEmpty();
    return ids;
  }

  private GuardedProcess fork(String place) {
    return suite.fork(
        folder.resolve(place + ".log"),
        Map.of("test.halt-at", place, "test.halt-mark", folder.resolve(place).toString()));
  }
}
