package io.onceflow.worker.engine.openai.chat;

import io.onceflow.worker.engine.call.CallOutcome;
import io.onceflow.worker.engine.openai.chat.Exchange.Bill;
import io.onceflow.worker.engine.openai.chat.Exchange.Failed;
import io.onceflow.worker.engine.openai.chat.Exchange.FormatRefused;
import io.onceflow.worker.engine.openai.chat.Exchange.Trace;
import io.onceflow.worker.engine.openai.chat.TimeLimits.Limit;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

/**
 * Asks one endpoint, one request a call. Nothing is sent twice: no redirect is followed and no
 * failure is tried again. A call ends soon after its thread is interrupted, also in the middle of a
 * body.
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

  /** A request as this endpoint takes it by what is known of it now. */
  public Question question(ChatRequest request) {
    var kind = format.current();
    return new Question(endpoint, request, kind, request.body(kind));
  }

  /**
   * Sends a request, once.
   *
   * @param idempotencyKey another for each request, also of the same attempt
   * @throws InterruptedException if the thread was interrupted
   */
  public Exchange send(Question question, String idempotencyKey) throws InterruptedException {
    long begin = System.nanoTime();
    try (var firstByte = limits.begin(endpoint.firstByteTimeout())) {
      try {
        return read(exchange(question.body(), idempotencyKey, firstByte), question, begin);
      } catch (ResourceAccessException e) {
        var cause = e.getMostSpecificCause() instanceof IOException io ? io : cause(e);
        return failed(cause, firstByte, new Trace(0, Map.of(), null, since(begin)));
      }
    }
  }

  private HttpAnswer exchange(byte[] body, String idempotencyKey, Limit firstByte) {
    return http.post()
        .uri(endpoint.completions())
        .header("Idempotency-Key", idempotencyKey)
        .contentType(MediaType.APPLICATION_JSON)
        .contentLength(body.length)
        .body(body)
        .exchangeForRequiredValue(
            (_, response) -> {
              firstByte.close();
              // closing may have taken back another's interrupt, so nothing more is waited for
              if (firstByte.isExpired()) {
                throw new InterruptedIOException();
              }
              return HttpAnswer.read(response, endpoint.largestAnswer());
            });
  }

  private Exchange read(HttpAnswer answer, Question question, long begin) {
    var trace = new Trace(answer.status(), answer.limitHeaders(), answer.requestId(), since(begin));
    log.debug(
        "endpoint {} answered {}, request id {}",
        endpoint.name(),
        trace.status(),
        trace.requestId());
    if (answer.tooLarge()) {
      return new Failed(failures.tooLarge(), CallOutcome.PROVIDER_ERROR, Bill.NOT_KNOWN, trace);
    }
    if (answer.isSuccess()) {
      return replies.read(answer, question.request(), trace);
    }
    var failure = failures.of(answer);
    if (refusesFormat(answer) && format.refused(question.kind())) {
      log.info(
          "endpoint {} takes no structured output of kind {}", endpoint.name(), question.kind());
      return new FormatRefused(failure, trace);
    }
    var bill = Failures.mayBeAnswered(answer.status()) ? Bill.NOT_KNOWN : Bill.FREE;
    return new Failed(failure, Failures.outcome(failure), bill, trace);
  }

  private Exchange failed(IOException cause, Limit firstByte, Trace trace)
      throws InterruptedException {
    if (Failures.isUnreachable(cause)) {
      return new Failed(
          failures.unreachable(cause), CallOutcome.PROVIDER_ERROR, Bill.NOT_SENT, trace);
    }
    var timeout = endpoint.firstByteTimeout();
    if (timeout != null && firstByte.isExpired()) {
      return new Failed(failures.noFirstByte(timeout), CallOutcome.TIMEOUT, Bill.NOT_KNOWN, trace);
    }
    if (Thread.interrupted()) {
      throw new InterruptedException("the call was called off");
    }
    return new Failed(
        failures.broken("was cut off", cause), CallOutcome.PROVIDER_ERROR, Bill.NOT_KNOWN, trace);
  }

  private static Duration since(long begin) {
    return Duration.ofNanos(System.nanoTime() - begin);
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
