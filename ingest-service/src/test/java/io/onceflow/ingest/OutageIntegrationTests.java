package io.onceflow.ingest;

import static io.onceflow.ingest.RunningIngest.json;
import static io.onceflow.ingest.RunningIngest.taskId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.onceflow.devstack.server.Ports;
import io.onceflow.devstack.test.TestServers;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OutageIntegrationTests {
  private static final Map<String, String> REQUEST = Map.of("text", "Through thick and thin.");

  private final TestServers servers = TestServers.shared();

  @Test
  void anAbsentDatabaseIsA503AndTheServiceRecovers() {
    try (var ingest = RunningIngest.start()) {
      var first = ingest.submit("outage:process:1", REQUEST);
      servers.faults().stopPostgres();
      try {
        var begun = System.nanoTime();
        var answer = ingest.submit("outage:process:2", REQUEST);
        assertUnavailable(answer, "database-unavailable");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(8));
        await()
            .atMost(Duration.ofSeconds(20))
            .until(() -> ingest.management("/health/readiness").statusCode() == 503);
        assertThat(ingest.management("/health/liveness").statusCode()).isEqualTo(200);
      } finally {
        servers.faults().startPostgres();
      }
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> ingest.submit("outage:process:2", REQUEST).statusCode() == 202);
      assertThat(ingest.management("/health/readiness").statusCode()).isEqualTo(200);
      assertThat(taskId(ingest.submit("outage:process:1", REQUEST))).isEqualTo(taskId(first));
      assertThat(ingest.count("ingest.task")).isEqualTo(2);
      assertThat(ingest.count("ingest.outbox")).isEqualTo(2);
    }
  }

  @Test
  void anAbsentStoreOfDocumentsIsA503AndNothingIsWritten() {
    try (var ingest =
        RunningIngest.start(
            "onceflow.payloads.store=s3",
            "onceflow.payloads.s3.bucket=documents",
            "onceflow.payloads.s3.endpoint=http://127.0.0.1:" + Ports.free(),
            "onceflow.payloads.s3.access-key=test",
            "onceflow.payloads.s3.secret-key=test",
            "onceflow.payloads.s3.timeout=PT2S")) {
      var answer = ingest.submit("outage:process:3", REQUEST);
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.headers().firstValue("Retry-After")).isPresent();
      assertThat(ingest.count("ingest.task")).isZero();
      assertThat(ingest.count("ingest.idempotency_key")).isZero();
    }
  }

  /** The store answers none before it has several at once. */
  @Test
  void aStoreThatIsFarAwayGetsSeveralDocumentsOfABatchAtATime() throws Exception {
    var together = new CountDownLatch(8);
    var store = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    store.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    store.createContext(
        "/",
        exchange -> {
          try (exchange) {
            exchange.getRequestBody().readAllBytes();
            together.countDown();
            if (together.await(20, TimeUnit.SECONDS)) {
              exchange.sendResponseHeaders(200, -1);
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    store.start();
    try (var ingest =
        RunningIngest.start(
            "onceflow.payloads.store=s3",
            "onceflow.payloads.s3.bucket=documents",
            "onceflow.payloads.s3.endpoint=http://127.0.0.1:" + store.getAddress().getPort(),
            "onceflow.payloads.s3.access-key=test",
            "onceflow.payloads.s3.secret-key=test")) {
      var items = IntStream.range(0, 8).mapToObj("{\"text\":\"Document %d.\"}"::formatted).toList();
      var answer =
          ingest.send(
              ingest.post(
                  RunningIngest.TASKS + "/batch",
                  "application/x-ndjson",
                  BodyPublishers.ofString(String.join("\n", items))));
      assertThat(answer.body().split("\"taskId\"", -1)).hasSize(items.size() + 1);
      assertThat(ingest.count("ingest.task")).isEqualTo(items.size());
    } finally {
      store.stop(0);
    }
  }

  @Test
  void beyondTheLimitUploadsAreRefusedAtOnceAndReadinessSaysSo() throws Exception {
    var database = servers.freshDatabase();
    try (var ingest =
            RunningIngest.startOn(
                database,
                "onceflow.ingest.commit.max-waiting=4",
                "onceflow.ingest.commit.max-wait=PT2S",
                "onceflow.ingest.commit.max-together=1",
                "onceflow.ingest.max-batch-items=4");
        var clients = Executors.newVirtualThreadPerTaskExecutor();
        var blocker = connect(database)) {
      block(blocker);
      var begun = System.nanoTime();
      // one is being committed, four wait, and the others have no place
      var calls =
          IntStream.range(0, 20)
              .<Callable<HttpResponse<String>>>mapToObj(_ -> () -> ingest.submit("", REQUEST))
              .map(clients::submit)
              .toList();
      await().until(() -> ingest.management("/health/readiness").statusCode() == 503);
      await().until(() -> calls.stream().filter(Future::isDone).count() >= 19);
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(8));
      blocker.rollback();

      var answers = calls.stream().map(OutageIntegrationTests::result).toList();
      assertThat(answers.stream().filter(answer -> answer.statusCode() == 202)).hasSize(1);
      answers.stream()
          .filter(answer -> answer.statusCode() != 202)
          .forEach(answer -> assertUnavailable(answer, "overloaded"));
      // who was refused was not written later
      assertThat(ingest.count("ingest.task")).isEqualTo(1);
      assertThat(ingest.management("/health/readiness").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aCommitWhoseAnswerIsLostIsNotMadeTwice() throws Exception {
    var database = servers.freshDatabase();
    try (var ingest = RunningIngest.startOn(database);
        var clients = Executors.newVirtualThreadPerTaskExecutor();
        var blocker = connect(database);
        var operator = connect(database)) {
      block(blocker);
      var call = clients.submit(() -> ingest.submit("", REQUEST));
      await().until(() -> waiting(operator) == 1);
      terminate(operator);
      blocker.rollback();
      assertThat(call.get().statusCode()).isEqualTo(202);
      assertThat(ingest.count("ingest.task")).isEqualTo(1);
      assertThat(ingest.count("ingest.outbox")).isEqualTo(1);
    }
  }

  @Test
  void withoutRedisUploadsAreAccepted() {
    try (var ingest = RunningIngest.start()) {
      servers.faults().stopRedis();
      try {
        assertThat(ingest.submit("", REQUEST).statusCode()).isEqualTo(202);
        assertThat(ingest.management("/health/readiness").statusCode()).isEqualTo(200);
      } finally {
        servers.faults().startRedis();
      }
    }
  }

  @Test
  void aTenantThatSendsTooMuchIsToldWhenToComeBack() {
    try (var ingest =
        RunningIngest.start(
            "onceflow.ingest.rate-limit.per-second=0.1", "onceflow.ingest.rate-limit.burst=2")) {
      assertThat(ingest.submit("", REQUEST).statusCode()).isEqualTo(202);
      assertThat(ingest.submit("", REQUEST).statusCode()).isEqualTo(202);
      var answer = ingest.submit("", REQUEST);
      assertThat(answer.statusCode()).isEqualTo(429);
      assertThat(Integer.parseInt(answer.headers().firstValue("Retry-After").orElseThrow()))
          .isBetween(1, 10);
    }
  }

  @Test
  void aBodyLargerThanTheMemoryForBodiesIsTakenWhenItIsAlone() {
    try (var ingest = RunningIngest.start("onceflow.ingest.max-bytes-in-flight=1B")) {
      assertThat(ingest.submit("", REQUEST).statusCode()).isEqualTo(202);
    }
  }

  private Connection connect(String database) throws SQLException {
    var connection =
        DriverManager.getConnection(database, servers.databaseUser(), servers.databasePassword());
    connection.setAutoCommit(false);
    return connection;
  }

  /** Holds a lock that every insertion must wait for. */
  private static void block(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("lock table ingest.outbox in access exclusive mode");
    }
  }

  private static int waiting(Connection connection) throws SQLException {
    return number(
        connection, "select count(*) from pg_stat_activity where wait_event_type = 'Lock'");
  }

  private static void terminate(Connection connection) throws SQLException {
    number(
        connection,
        "select count(pg_terminate_backend(pid)) from pg_stat_activity where wait_event_type ="
            + " 'Lock'");
  }

  private static int number(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      row.next();
      return row.getInt(1);
    } finally {
      connection.rollback();
    }
  }

  private static HttpResponse<String> result(Future<HttpResponse<String>> call) {
    try {
      return call.get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void assertUnavailable(HttpResponse<String> answer, String type) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    assertThat(json(answer).required("type").stringValue())
        .isEqualTo("urn:onceflow:problem:" + type);
    assertThat(List.of(answer.body())).noneMatch(body -> body.contains("Exception"));
  }
}
