package io.onceflow.aggregator;

import static io.onceflow.aggregator.Messages.article;
import static io.onceflow.aggregator.Messages.succeeded;
import static io.onceflow.aggregator.TestPipelines.ARTICLE;
import static io.onceflow.aggregator.TestSuite.OTHER_TENANT_KEY;
import static io.onceflow.aggregator.TestSuite.OTHER_USER_KEY;
import static io.onceflow.aggregator.TestSuite.USER_KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.onceflow.devstack.test.TestServers;
import io.onceflow.model.MessageJson;
import io.onceflow.model.TaskAccepted;
import io.onceflow.model.TaskId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** What clients of the WebSocket see. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SocketIntegrationTests {

  @SuppressWarnings("NullAway.Init")
  private TestSuite suite;

  @BeforeAll
  void start() {
    suite = TestSuite.shared();
  }

  @Test
  void subscribersBeforeDuringAndAfterSeeTheCompletionOnAnyInstance() {
    var task = article();
    try (var before = SocketClient.connect(suite.instance().port(), USER_KEY);
        var elsewhere = SocketClient.connect(suite.otherInstance().port(), USER_KEY)) {
      before.subscribe(task.taskId());
      elsewhere.subscribe(task.taskId());
      suite.accept(task);
      await().until(() -> !before.frames("snapshot", task.taskId()).isEmpty());
      try (var during = SocketClient.connect(suite.instance().port(), USER_KEY)) {
        during.subscribe(task.taskId());
        await().until(() -> !during.frames("snapshot", task.taskId()).isEmpty());
        finish(task);
        await().until(() -> !during.frames("completed", task.taskId()).isEmpty());
      }
      await().until(() -> !before.frames("completed", task.taskId()).isEmpty());
      await().until(() -> !elsewhere.frames("completed", task.taskId()).isEmpty());
      assertRevisionsRise(before, task.taskId());
      assertRevisionsRise(elsewhere, task.taskId());
    }
    try (var after = SocketClient.connect(suite.otherInstance().port(), USER_KEY)) {
      after.subscribe(task.taskId());
      await().until(() -> after.frames().size() >= 2);
      assertThat(after.frames())
          .extracting(it -> it.path("type").asString())
          .containsExactly("completed", "snapshot");
      assertThat(after.frames().getFirst().at("/task/status").asString()).isEqualTo("COMPLETED");
      assertThat(after.frames().getFirst().at("/task/links/self").asString())
          .isEqualTo(
              "http://localhost:%d/api/v1/tasks/%s"
                  .formatted(suite.otherInstance().port(), task.taskId()));
    }
  }

  @Test
  void aClientThatReconnectsAllTheTimeEndsWithTheFinalRevision() {
    var tasks = IntStream.range(0, 10).mapToObj(_ -> article()).toList();
    tasks.forEach(suite::accept);
    var unfinished = new HashSet<>(tasks.stream().map(TaskAccepted::taskId).toList());
    var round = 0;
    while (!unfinished.isEmpty() && round < 100) {
      var instance = round % 2 == 0 ? suite.instance() : suite.otherInstance();
      try (var client = SocketClient.connect(instance.port(), USER_KEY)) {
        unfinished.forEach(client::subscribe);
        if (round < ARTICLE.size()) {
          var step = ARTICLE.get(round);
          tasks.forEach(task -> suite.finish(succeeded(task, step)));
        }
        await()
            .pollInterval(Duration.ofMillis(20))
            .until(() -> client.frames("snapshot").size() >= unfinished.size());
        unfinished.removeIf(task -> !client.frames("completed", task).isEmpty());
      }
      round++;
    }
    assertThat(unfinished).isEmpty();
  }

  @Test
  void completedIsSentOncePerRevisionHoweverOftenAClientSubscribes() {
    var task = article();
    suite.accept(task);
    finish(task);
    suite.instance().client().task(task.taskId(), "PT20S");
    try (var client = SocketClient.connect(suite.instance().port(), USER_KEY)) {
      for (var i = 0; i < 5; i++) {
        client.subscribe(task.taskId());
      }
      await().until(() -> client.frames("snapshot", task.taskId()).size() == 5);
      assertThat(client.frames("completed", task.taskId())).hasSize(1);
    }
  }

  @Test
  void anotherTenantsTaskIsNotFound() {
    var task = article();
    suite.accept(task);
    finish(task);
    suite.instance().client().task(task.taskId(), "PT20S");
    var old = TaskId.parse("01890000-0000-7000-8000-000000000000");
    try (var rival = SocketClient.connect(suite.instance().port(), OTHER_TENANT_KEY)) {
      rival.subscribe(old);
      await().until(() -> !rival.frames("error").isEmpty());
      rival.subscribe(task.taskId());
      rival.send("{\"type\":\"ping\"}");
      await().until(() -> !rival.frames("pong").isEmpty());
      assertThat(rival.frames("snapshot")).isEmpty();
      assertThat(rival.frames("completed")).isEmpty();
      assertThat(rival.frames("error").getFirst().path("code").asString()).isEqualTo("not-found");
    }
  }

  @Test
  void mineShowsTheUsersTasksAndResumesFromTheCursor() {
    String cursor;
    var missed = article();
    try (var mine = SocketClient.connect(suite.instance().port(), USER_KEY);
        var colleague = SocketClient.connect(suite.instance().port(), OTHER_USER_KEY)) {
      mine.send("{\"type\":\"subscribe\",\"mine\":true}");
      colleague.send("{\"type\":\"subscribe\",\"mine\":true}");
      colleague.send("{\"type\":\"ping\"}");
      await().until(() -> !colleague.frames("pong").isEmpty());
      var task = article();
      suite.accept(task);
      finish(task);
      await().until(() -> !mine.frames("completed", task.taskId()).isEmpty());
      assertThat(colleague.frames("snapshot")).isEmpty();
      cursor = mine.frames("completed", task.taskId()).getFirst().path("cursor").asString();
    }
    suite.accept(missed);
    finish(missed);
    suite.instance().client().task(missed.taskId(), "PT20S");
    try (var again = SocketClient.connect(suite.otherInstance().port(), USER_KEY)) {
      again.send("{\"type\":\"subscribe\",\"mine\":true,\"since\":\"%s\"}".formatted(cursor));
      await().until(() -> !again.frames("completed", missed.taskId()).isEmpty());
    }
  }

  @Test
  void unsubscribedTasksAreNotTold() {
    var task = article();
    suite.accept(task);
    try (var client = SocketClient.connect(suite.instance().port(), USER_KEY)) {
      client.subscribe(task.taskId());
      await().until(() -> !client.frames("snapshot", task.taskId()).isEmpty());
      client.send("{\"type\":\"unsubscribe\",\"taskIds\":[\"%s\"]}".formatted(task.taskId()));
      client.send("{\"type\":\"ping\"}");
      await().until(() -> !client.frames("pong").isEmpty());
      finish(task);
      suite.instance().client().task(task.taskId(), "PT20S");
      assertThat(client.frames("completed")).isEmpty();
    }
  }

  @Test
  void withRedisAwayTheSweepTellsOtherInstancesWithinTwoSeconds() {
    var task = article();
    suite.accept(task);
    try (var client = SocketClient.connect(suite.otherInstance().port(), USER_KEY)) {
      client.subscribe(task.taskId());
      await().until(() -> !client.frames("snapshot", task.taskId()).isEmpty());
      TestServers.shared().faults().stopRedis();
      try {
        suite.instance().client().post("/api/v1/tasks/%s/cancel".formatted(task.taskId()), "");
        await()
            .atMost(Duration.ofSeconds(2))
            .until(() -> !client.frames("completed", task.taskId()).isEmpty());
      } finally {
        TestServers.shared().faults().startRedis();
      }
    }
  }

  @Test
  void withoutCredentialsThereIsNoUpgradeAndATicketServesOnce() {
    var port = suite.instance().port();
    assertThatThrownBy(() -> SocketClient.connect(port, "wrong-key"))
        .hasStackTraceContaining("401");
    var ticket =
        MessageJson.mapper()
            .readTree(suite.instance().client().post("/api/v1/ws-tickets", "").body())
            .path("ticket")
            .asString();
    try (var client = SocketClient.withTicket(suite.otherInstance().port(), ticket)) {
      client.send("{\"type\":\"ping\"}");
      await().until(() -> !client.frames("pong").isEmpty());
    }
    assertThatThrownBy(() -> SocketClient.withTicket(port, ticket)).hasStackTraceContaining("401");
  }

  @Test
  void nonsenseIsAnsweredWithAnErrorAndTheConnectionGoesOn() {
    try (var client = SocketClient.connect(suite.instance().port(), USER_KEY)) {
      client.send("nonsense");
      client.send("{\"type\":\"dance\"}");
      client.send("{\"type\":\"subscribe\",\"taskIds\":[\"no-id\"]}");
      client.send("{\"type\":\"subscribe\",\"taskIds\":[null]}");
      client.send("{\"type\":\"ping\"}");
      await().until(() -> !client.frames("pong").isEmpty());
      assertThat(client.frames("error"))
          .extracting(it -> it.path("code").asString())
          .containsExactly("malformed-frame", "unknown-type", "not-found", "not-found");
    }
  }

  @Test
  void aThousandTasksAreSubscribedInOneMessage() {
    var task = article();
    suite.accept(task);
    var ids = new ArrayList<String>();
    ids.add(task.taskId().toString());
    while (ids.size() < 1000) {
      ids.add(TaskId.next().toString());
    }
    try (var client = SocketClient.connect(suite.instance().port(), USER_KEY)) {
      client.send(
          MessageJson.mapper().writeValueAsString(Map.of("type", "subscribe", "taskIds", ids)));
      await().until(() -> !client.frames("snapshot", task.taskId()).isEmpty());
    }
  }

  @Test
  void aMessageBeyondTheLimitClosesTheConnectionWith1009() {
    try (var client = SocketClient.connect(suite.instance().port(), USER_KEY)) {
      client.send("{\"type\":\"%s\"}".formatted("x".repeat(70_000)));
      await().until(() -> client.closed() == 1009);
    }
  }

  @Test
  void aClientThatDoesNotReadIsCutOffWith1013() {
    var task = article();
    suite.accept(task);
    suite.finish(
        succeeded(task, ARTICLE.get(0), "{\"text\":\"%s\"}".formatted("x".repeat(400_000))));
    try (var slow = SocketClient.thatReadsNothing(suite.instance().port(), USER_KEY)) {
      suite.instance().client().task(task.taskId(), "PT1S");
      for (var i = 0; i < 40; i++) {
        slow.subscribe(task.taskId());
      }
      await()
          .until(
              () ->
                  suite
                          .instance()
                          .metric(
                              "onceflow.notifications",
                              "channel",
                              "websocket",
                              "outcome",
                              "too-slow")
                      > 0);
      slow.read();
      await().until(() -> slow.closed() == 1013);
    }
  }

  @Test
  void whenTheServiceStopsClientsAreToldToReconnect() {
    var third = suite.startInstance(Map.of("onceflow.merge.group", "stopping"));
    var clients = new ArrayList<SocketClient>();
    for (var i = 0; i < 5; i++) {
      clients.add(SocketClient.connect(third.port(), USER_KEY));
    }
    third.close();
    await().until(() -> clients.stream().allMatch(client -> client.closed() == 1012));
  }

  private void finish(TaskAccepted task) {
    ARTICLE.forEach(step -> suite.finish(succeeded(task, step)));
  }

  private static void assertRevisionsRise(SocketClient client, TaskId task) {
    assertThat(client.frames("snapshot", task))
        .extracting(SocketIntegrationTests::revision)
        .isSorted()
        .doesNotHaveDuplicates();
    assertThat(client.frames("completed", task)).hasSize(1);
  }

  private static long revision(JsonNode frame) {
    return frame.at("/task/revision").asLong();
  }
}
