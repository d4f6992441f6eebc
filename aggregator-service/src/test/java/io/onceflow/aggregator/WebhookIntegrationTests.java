package io.onceflow.aggregator;

import static io.onceflow.aggregator.TestSuite.ARTICLE;
import static io.onceflow.aggregator.TestSuite.succeeded;
import static io.onceflow.aggregator.TestSuite.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import io.onceflow.model.MessageJson;
import io.onceflow.model.TaskAccepted;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What receivers of callbacks see. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebhookIntegrationTests {
  private final List<Received> received = new CopyOnWriteArrayList<>();

  @SuppressWarnings("NullAway.Init")
  private HttpServer receiver;

  @SuppressWarnings("NullAway.Init")
  private TestSuite suite;

  @BeforeAll
  void start() throws IOException {
    suite = TestSuite.shared();
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/",
        exchange -> {
          var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          var hooked = exchange.getRequestURI().getPath().equals("/hook");
          if (hooked) {
            received.add(new Received(exchange.getRequestHeaders(), body));
          }
          // the first attempt of all fails
          exchange.sendResponseHeaders(hooked && received.size() == 1 ? 500 : 204, -1);
          exchange.close();
        });
    receiver.start();
  }

  @AfterAll
  void stop() {
    receiver.stop(0);
  }

  @Test
  void theFinalAnswerIsPostedSignedUntilItIsTakenAndALaterRevisionSaysSo() throws Exception {
    var task = taskWithCallback("http://localhost:" + receiver.getAddress().getPort() + "/hook");
    suite.accept(task);
    ARTICLE.stream().skip(1).forEach(step -> suite.finish(succeeded(task, step)));

    await().until(() -> received.size() == 2);
    var first = received.get(0);
    var second = received.get(1);
    assertThat(second.header("webhook-id")).isEqualTo(first.header("webhook-id"));
    assertThat(second.header("onceflow-event")).isEqualTo("completed");
    assertThat(second.header("webhook-signature")).isEqualTo(second.expectedSignature());
    assertThat(MessageJson.mapper().readTree(second.body()).path("status").asString())
        .isEqualTo("PARTIAL");

    suite.finish(succeeded(task, ARTICLE.get(0)));
    await().until(() -> received.size() == 3);
    assertThat(received.get(2).header("onceflow-event")).isEqualTo("revised");
    assertThat(received.get(2).header("webhook-id")).isNotEqualTo(first.header("webhook-id"));
  }

  @Test
  void withoutAllowanceNoCallbackGoesToThisMachine() {
    var task = taskWithCallback("http://localhost:" + receiver.getAddress().getPort() + "/never");
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

  private static TaskAccepted taskWithCallback(String url) {
    return task("article", ARTICLE, Duration.ofSeconds(2), Duration.ofHours(1), url);
  }

  private record Received(Headers headers, String body) {
    String header(String name) {
      return headers.getFirst(name);
    }

    String expectedSignature() throws Exception {
      var mac = Mac.getInstance("HmacSHA256");
      var key = Base64.getDecoder().decode(TestSuite.WEBHOOK_SECRET.substring(6));
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      var signed = header("webhook-id") + "." + header("webhook-timestamp") + "." + body;
      return "v1,"
          + Base64.getEncoder()
              .encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
    }
  }
}
