package io.onceflow.worker.engine.openai.chat;

import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.openai.chat.TimeLimits.Limit;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

/**
 * Asks one endpoint. Nothing is sent twice: no redirect is followed and no failure is tried again,
 * except that an endpoint which refuses a kind of structured output is asked in the next one.
 */
public final class ChatClient {
  private static final Logger log = LoggerFactory.getLogger(ChatClient.class);
  private static final int TCP_PORT_OF_HTTP = 80;

  private final Endpoint endpoint;
  private final TimeLimits limits;
  private final AnswerFormat format;
  private final Failures failures;
  private final ReplyReader replies;
  private final RestClient http;

  /**
   * @param executor for the reading and writing of bodies
   */
  public ChatClient(Endpoint endpoint, TimeLimits limits, Executor executor, Clock clock) {
    this.endpoint = endpoint;
    this.limits = limits;
    this.format = new AnswerFormat(endpoint.structuredOutput());
    this.failures = new Failures(endpoint, clock);
    this.replies = new ReplyReader(failures);
    this.http =
        RestClient.builder()
            .requestFactory(new JdkClientHttpRequestFactory(client(endpoint, executor), executor))
            .defaultHeaders(headers -> addHeaders(headers, endpoint))
            .build();
  }

  public Endpoint endpoint() {
    return endpoint;
  }

  /**
   * Asks once.
   *
   * @param bill takes what is consumed, also if there is no answer
   * @param whole the time that all of a step's requests have together
   * @throws InterruptedException if the thread was interrupted by others than the limits
   */
  public ChatReply ask(ChatRequest request, Bill bill, Limit whole)
      throws EngineException, InterruptedException {
    while (true) {
      var kind = format.current();
      var answer = send(request.body(kind), idempotencyKey(request, bill), bill, whole);
      log.debug(
          "endpoint {} answered {}, request id {}",
          endpoint.name(),
          answer.status(),
          answer.requestId());
      if (answer.tooLarge()) {
        throw failures.tooLarge();
      }
      if (answer.isSuccess()) {
        return replies.read(answer, request, bill);
      }
      if (!refusesFormat(answer) || !format.refused(kind)) {
        throw failures.of(answer);
      }
      log.info("endpoint {} takes no structured output of kind {}", endpoint.name(), kind);
    }
  }

  private HttpAnswer send(byte[] body, String idempotencyKey, Bill bill, Limit whole)
      throws EngineException, InterruptedException {
    var firstByteTimeout = endpoint.firstByteTimeout();
    var untilFirstByte = firstByteTimeout == null ? whole.length() : firstByteTimeout;
    try (var firstByte = limits.begin(untilFirstByte)) {
      try {
        var answer = exchange(body, idempotencyKey, firstByte, whole);
        bill.addRequest();
        return answer;
      } catch (ResourceAccessException e) {
        throw failure(
            e.getMostSpecificCause() instanceof IOException io ? io : cause(e),
            bill,
            firstByte,
            whole);
      }
    }
  }

  private HttpAnswer exchange(byte[] body, String idempotencyKey, Limit firstByte, Limit whole) {
    return http.post()
        .uri(endpoint.completions())
        .header("Idempotency-Key", idempotencyKey)
        .contentType(MediaType.APPLICATION_JSON)
        .contentLength(body.length)
        .body(body)
        .exchangeForRequiredValue(
            (_, response) -> {
              firstByte.close();
              // closing may have taken back the interrupt of the other limit
              if (whole.isExpired()) {
                throw new InterruptedIOException();
              }
              return HttpAnswer.read(response, endpoint.largestAnswer());
            });
  }

  private EngineException failure(IOException cause, Bill bill, Limit firstByte, Limit whole)
      throws InterruptedException {
    if (Failures.isUnreachable(cause)) {
      return failures.unreachable(cause);
    }
    bill.addRequest();
    var firstByteTimeout = endpoint.firstByteTimeout();
    if (firstByteTimeout != null && firstByte.isExpired()) {
      return failures.noFirstByte(firstByteTimeout);
    }
    if (firstByte.isExpired() || whole.isExpired()) {
      return failures.noWholeAnswer();
    }
    if (Thread.interrupted()) {
      throw new InterruptedException("the call was called off");
    }
    return failures.broken("was cut off", cause);
  }

  private static IOException cause(ResourceAccessException e) {
    return e.getCause() instanceof IOException io ? io : new IOException(e);
  }

  private static boolean refusesFormat(HttpAnswer answer) {
    return switch (answer.status()) {
      case 400, 422, 501 -> ProviderError.read(answer.roughText()).isFormatRefused();
      default -> false;
    };
  }

  /** A later request of the same attempt asks something else, so it has another key. */
  private static String idempotencyKey(ChatRequest request, Bill bill) {
    var earlier = bill.total().calls();
    return earlier == 0 ? request.key() : request.key() + "." + earlier;
  }

  private static void addHeaders(HttpHeaders headers, Endpoint endpoint) {
    headers.set(HttpHeaders.USER_AGENT, "onceflow");
    headers.setAccept(List.of(MediaType.APPLICATION_JSON));
    if (endpoint.key() != null) {
      headers.setBearerAuth(endpoint.key().reveal());
    }
    endpoint.headers().forEach((name, value) -> headers.set(name, value.reveal()));
  }

  /**
   * HTTP/1.1 alone: with a clear-text address the JDK would ask for an upgrade to HTTP/2, at which
   * some servers lose the body, and over TLS all calls would share a connection and its limits.
   */
  private static HttpClient client(Endpoint endpoint, Executor executor) {
    var client =
        HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .followRedirects(Redirect.NEVER)
            .connectTimeout(endpoint.connectTimeout())
            .executor(executor);
    var proxy = endpoint.proxy();
    if (proxy != null) {
      int port = proxy.getPort() < 0 ? TCP_PORT_OF_HTTP : proxy.getPort();
      client.proxy(ProxySelector.of(new InetSocketAddress(proxy.getHost(), port)));
    }
    return client.build();
  }
}
