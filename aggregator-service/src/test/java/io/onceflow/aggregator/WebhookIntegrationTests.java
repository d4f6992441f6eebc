package io.onceflow.aggregator;

import static io.onceflow.aggregator.Messages.succeeded;
import static io.onceflow.aggregator.Messages.task;
import static io.onceflow.aggregator.TestPipelines.ARTICLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import io.onceflow.model.MessageJson;
import io.onceflow.model.TaskAccepted;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What receivers of callbacks see. */
class WebhookIntegrationTests {
  private final TestSuite suite = TestSuite.shared();

  @SuppressWarnings("NullAway.Init")
  private Receiver receiver;

  @BeforeEach
  void start() {
    receiver = new Receiver();
  }

  @AfterEach
  void stop() {
    receiver.close();
  }

  @Test
  void theFinalAnswerIsPostedSignedUntilItIsTakenAndALaterRevisionSaysSo() throws Exception {
    receiver.on("/hook", _ -> receiver.posts().size() == 1 ? 500 : 204);
    var task = taskWithCallback("/hook", Duration.ofSeconds(2));
    suite.accept(task);
    ARTICLE.stream().skip(1).forEach(step -> suite.finish(succeeded(task, step)));

    await().until(() -> receiver.posts().size() == 2);
    var first = receiver.posts().get(0);
    var second = receiver.posts().get(1);
    assertThat(second.header("webhook-id")).isEqualTo(first.header("webhook-id"));
    assertThat(second.header("onceflow-event")).isEqualTo("completed");
    assertThat(second.header("webhook-signature")).isEqualTo(second.expectedSignature());
    assertThat(second.task().path("status").asString()).isEqualTo("PARTIAL");

    suite.finish(succeeded(task, ARTICLE.get(0)));
    await().until(() -> receiver.posts().size() == 3);
    var revised = receiver.posts().get(2);
    assertThat(revised.header("onceflow-event")).isEqualTo("revised");
    assertThat(revised.header("webhook-id")).isNotEqualTo(first.header("webhook-id"));
    assertThat(revised.task().path("status").asString()).isEqualTo("COMPLETED");
    assertThat(revised.task().path("revision").asLong())
        .isGreaterThan(second.task().path("revision").asLong());
  }

  @Test
  void aReceiverThatDoesNotAnswerDelaysOnlyItselfAndHoldsNoMoreThanItsShare() throws Exception {
    var open = new CountDownLatch(1);
    try (var slow = new Receiver()) {
      slow.on("/hook", _ -> answerOnce(open));
      var held = IntStream.range(0, 30).mapToObj(_ -> taskWithCallback(slow.url("/hook"))).toList();
      held.forEach(this::finish);
      // ten of each instance
      await().until(() -> slow.posts().size() == 20);

      var others =
          IntStream.range(0, 20).mapToObj(_ -> taskWithCallback(receiver.url("/hook"))).toList();
      others.forEach(this::finish);
      await().until(() -> receiver.posts().size() == 20);

      assertThat(slow.posts()).hasSize(20);
      open.countDown();
      await()
          .until(
              () ->
                  slow.posts().stream().map(it -> it.header("webhook-id")).distinct().count()
                      == 30);
    } finally {
      open.countDown();
    }
  }

  private static int answerOnce(CountDownLatch open) {
    try {
      open.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 204;
  }

  @Test
  void aDeliveryIsPostedAgainOnRequestUnderTheSameId() {
    var task = taskWithCallback(receiver.url("/hook"));
    var path = "/api/v1/tasks/%s/webhook".formatted(task.taskId());
    suite.accept(task);
    var user = suite.instance().client();
    assertThat(user.task(task.taskId(), "PT0S").path("status").asString()).isEqualTo("PROCESSING");
    assertThat(user.post(path + "/redeliver", "").statusCode()).isEqualTo(409);
    ARTICLE.forEach(step -> suite.finish(succeeded(task, step)));
    await().until(() -> state(path).equals("DELIVERED"));

    var rival = suite.instance().client(TestSuite.OTHER_TENANT_KEY);
    assertThat(rival.post(path + "/redeliver", "").statusCode()).isEqualTo(404);
    assertThat(rival.get(path).statusCode()).isEqualTo(404);
    var answer = user.post(path + "/redeliver", "");

    assertThat(answer.statusCode()).isEqualTo(202);
    await().until(() -> receiver.posts().size() == 2);
    assertThat(receiver.posts())
        .extracting(it -> it.header("webhook-id"))
        .containsOnly(MessageJson.mapper().readTree(answer.body()).path("webhookId").asString());
    await().until(() -> state(path).equals("DELIVERED"));
    assertThat(receiver.posts()).hasSize(2);
  }

  private String state(String path) {
    return suite.instance().client().json(path).at("/items/0/state").asString();
  }

  @Test
  void aRedirectIsNotFollowed() {
    receiver.on("/hook", this::redirect);
    var task = taskWithCallback(receiver.url("/hook"));
    finish(task);

    await().until(() -> receiver.posts("/hook").size() == 2);
    assertThat(receiver.posts("/inside")).isEmpty();
    assertThat(
            suite
                .instance()
                .client()
                .json("/api/v1/tasks/%s/webhook".formatted(task.taskId()))
                .at("/items/0/lastOutcome")
                .asString())
        .isEqualTo("status 302");
  }

  private int redirect(HttpExchange exchange) {
    exchange.getResponseHeaders().set("Location", receiver.url("/inside"));
    return 302;
  }

  @Test
  void withoutAllowanceNoCallbackGoesToThisMachine() {
    var task = taskWithCallback(receiver.url("/never"));
    try (var strict = new TestSuite(Map.of("onceflow.webhook.allow-private-addresses", "false"))) {
      strict.startInstance();
      strict.accept(task);
      ARTICLE.forEach(step -> strict.finish(succeeded(task, step)));
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () ->
                  strict.count(
                          "select count(*) from aggregator.webhook_delivery"
                              + " where task_id = ? and state = 'REFUSED'",
                          task.taskId().value())
                      > 0);
      assertThat(
              strict.count(
                  "select count(*) from aggregator.webhook_delivery"
                      + " where task_id = ? and state <> 'REFUSED'",
                  task.taskId().value()))
          .isZero();
    }
  }

  private void finish(TaskAccepted task) {
    suite.accept(task);
    ARTICLE.forEach(step -> suite.finish(succeeded(task, step)));
  }

  private TaskAccepted taskWithCallback(String path, Duration deadline) {
    return task("article", ARTICLE, deadline, Duration.ofHours(1), receiver.url(path));
  }

  private static TaskAccepted taskWithCallback(String url) {
    return task("article", ARTICLE, Duration.ofMinutes(5), Duration.ofHours(1), url);
  }
}
