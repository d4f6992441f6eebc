package io.onceflow.aggregator.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.sun.net.httpserver.HttpServer;
import io.onceflow.aggregator.webhook.WebhookDeliveryTable.Delivery;
import io.onceflow.aggregator.webhook.WebhookSender.RefusedAddressException;
import io.onceflow.model.UuidV7;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where callbacks may go, and for how long. */
class WebhookSenderTests {
  private static final byte[] KEY = "0123456789abcdef01234567".getBytes(StandardCharsets.UTF_8);
  private static final byte[] THIS_MACHINE = {127, 0, 0, 1};

  private final AtomicInteger received = new AtomicInteger();

  @SuppressWarnings("NullAway.Init")
  private HttpServer receiver;

  @BeforeEach
  void start() throws IOException {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/",
        exchange -> {
          received.incrementAndGet();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    receiver.start();
  }

  @AfterEach
  void stop() {
    receiver.stop(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:%d/",
        "http://127.0.0.1:%d/",
        "http://[::1]:%d/",
        "http://[::ffff:127.0.0.1]:%d/",
        "http://[::ffff:7f00:1]:%d/",
        "http://[64:ff9b::7f00:1]:%d/",
        "http://2130706433:%d/",
        "http://user:secret@127.0.0.1:%d/",
        "http://169.254.169.254:%d/latest/meta-data/",
        "http://0.0.0.0:%d/"
      })
  void addressesInsideAreRefusedHoweverTheyAreWritten(String url) throws IOException {
    try (var sender = sender(SystemDefaultDnsResolver.INSTANCE, false)) {
      assertThatThrownBy(() -> post(sender, url.formatted(port())))
          .isInstanceOf(RefusedAddressException.class);
    }
    assertThat(received).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:///etc/passwd", "ftp://example.com/", "http:///x", "no url", "/x"})
  void whatIsNoHttpUrlIsRefused(String url) throws IOException {
    try (var sender = sender(SystemDefaultDnsResolver.INSTANCE, true)) {
      assertThatThrownBy(() -> post(sender, url)).isInstanceOf(RefusedAddressException.class);
    }
  }

  @Test
  void aNameThatAlsoLeadsInsideIsRefused() throws IOException {
    var names = new Names(List.of(List.of(new byte[] {8, 8, 8, 8}, THIS_MACHINE)));
    try (var sender = sender(names, false)) {
      assertThatThrownBy(() -> post(sender, "http://receiver.example:%d/".formatted(port())))
          .isInstanceOf(RefusedAddressException.class);
    }
    assertThat(received).hasValue(0);
  }

  @Test
  void theAddressThatWasCheckedIsTheOneThatIsConnectedTo() throws IOException {
    // nobody else knows the name, so the connection can come from the one resolution alone
    var names = new Names(List.of(List.of(THIS_MACHINE)));
    try (var sender = sender(names, true)) {
      assertThat(post(sender, "http://receiver.example:%d/".formatted(port()))).isEqualTo(204);
    }
    assertThat(received).hasValue(1);
    assertThat(names.asked).hasSize(1);
  }

  @Test
  void anAnswerThatComesDropByDropEndsWithTheTime() throws IOException {
    try (var dripping = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        var sender = sender(SystemDefaultDnsResolver.INSTANCE, true)) {
      Thread.ofVirtual().start(() -> drip(dripping));
      assertTimeoutPreemptively(
          Duration.ofSeconds(20),
          () ->
              assertThatThrownBy(
                      () -> post(sender, "http://localhost:%d/".formatted(dripping.getLocalPort())))
                  .isInstanceOf(IOException.class));
    }
  }

  // each byte comes well within the time that a read may take, and the last one never
  private static void drip(ServerSocket server) {
    try (var client = server.accept();
        var out = client.getOutputStream()) {
      out.write(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
              .getBytes(StandardCharsets.US_ASCII));
      while (client.getInputStream().available() >= 0) {
        out.write("1\r\nx\r\n".getBytes(StandardCharsets.US_ASCII));
        out.flush();
        client.setSoTimeout(50);
        try {
          client.getInputStream().read();
        } catch (java.net.SocketTimeoutException e) {
          // the next drop
        }
      }
    } catch (IOException e) {
      // the sender has gone
    }
  }

  private static WebhookSender sender(DnsResolver names, boolean allowPrivate) {
    return new WebhookSender(names, allowPrivate, Duration.ofSeconds(2), 10, Clock.systemUTC());
  }

  private static int post(WebhookSender sender, String url) throws IOException {
    var delivery = new Delivery(UuidV7.next(), UuidV7.next(), "acme", url, "completed", 1, false);
    return sender.post(delivery, "{}", KEY);
  }

  private int port() {
    return receiver.getAddress().getPort();
  }

  /** Answers each question for a name with the next of the answers, and the last one for good. */
  private static final class Names implements DnsResolver {
    private final List<List<byte[]>> answers;
    private final List<String> asked = new ArrayList<>();

    Names(List<List<byte[]>> answers) {
      this.answers = answers;
    }

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      asked.add(host);
      var answer = answers.get(Math.min(asked.size(), answers.size()) - 1);
      var addresses = new InetAddress[answer.size()];
      for (var i = 0; i < addresses.length; i++) {
        addresses[i] = InetAddress.getByAddress(host, answer.get(i));
      }
      return addresses;
    }

    @Override
    public String resolveCanonicalHostname(String host) {
      return host;
    }
  }
}
