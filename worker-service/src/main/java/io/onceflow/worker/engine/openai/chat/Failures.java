package io.onceflow.worker.engine.openai.chat;

import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.call.CallOutcome;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a failed exchange means for the step: overload, timeouts and broken connections may be tried
 * again; a refused key, a wrong request or a document that is too long may not.
 */
final class Failures {
  /** The code of an answer that a filter withheld. */
  static final String FILTERED = "answer-filtered";

  private final Endpoint endpoint;
  private final Clock clock;

  Failures(Endpoint endpoint, Clock clock) {
    this.endpoint = endpoint;
    this.clock = clock;
  }

  /** The failure that a status other than 2xx tells of. */
  EngineException of(HttpAnswer answer) {
    var error = ProviderError.read(answer.roughText());
    var status = answer.status();
    return switch (status) {
      case 401, 403 -> accessDenied(status);
      case 402 -> quotaExhausted(error);
      case 404 -> notFound(error);
      case 408 -> retryable("provider-timeout", status, error, answer);
      case 413 -> tooLong(error);
      case 429 ->
          error.isQuotaExhausted()
              ? quotaExhausted(error)
              : retryable("provider-rate-limited", status, error, answer);
      case 503, 529 -> retryable("provider-overloaded", status, error, answer);
      default ->
          status >= 500
              ? retryable("provider-error", status, error, answer)
              : rejected(status, error);
    };
  }

  /** The failure of an answer with status 200 that holds an error, as some gateways send them. */
  EngineException of(ProviderError error) {
    return error.isOverload() && !error.isQuotaExhausted()
        ? EngineException.retryable("provider-error", said("failed", error), null, null)
        : rejected(200, error);
  }

  /**
   * No connection came about, so no call was made. The JDK tries a refused connection again on the
   * channel it has closed, and then tells of that.
   */
  static boolean isUnreachable(IOException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      switch (cause) {
        case ConnectException _,
            ClosedChannelException _,
            HttpConnectTimeoutException _,
            UnknownHostException _,
            NoRouteToHostException _,
            UnresolvedAddressException _ -> {
          return true;
        }
        default -> {}
      }
    }
    return false;
  }

  EngineException unreachable(IOException cause) {
    return EngineException.retryable(
        "provider-unreachable",
        "the endpoint '%s' cannot be reached at %s"
            .formatted(endpoint.name(), endpoint.completions().getAuthority()),
        null,
        cause);
  }

  EngineException broken(String what, @Nullable Throwable cause) {
    return EngineException.retryable(
        "provider-broken-answer",
        "the answer of the endpoint '%s' %s".formatted(endpoint.name(), what),
        null,
        cause);
  }

  EngineException noFirstByte(Duration limit) {
    return EngineException.retryable(
        "provider-timeout",
        "the endpoint '%s' began no answer within %s".formatted(endpoint.name(), limit),
        null,
        null);
  }

  /**
   * Whether a gateway says that it lost sight of the provider (502, 504, and 524 of Cloudflare),
   * who may have answered, and billed, all the same.
   */
  static boolean mayBeAnswered(int status) {
    return switch (status) {
      case 502, 504, 524 -> true;
      default -> false;
    };
  }

  /** A filter's refusal is the provider's answer; everything else is an error of its own. */
  static CallOutcome outcome(EngineException failure) {
    return failure.error().code().equals(FILTERED)
        ? CallOutcome.REFUSED
        : CallOutcome.PROVIDER_ERROR;
  }

  EngineException tooLarge() {
    return EngineException.permanent(
        "answer-too-large",
        "the endpoint '%s' sent more than %d bytes, the most that %s.largest-answer allows"
            .formatted(endpoint.name(), endpoint.largestAnswer().toBytes(), endpoint.setting()),
        null);
  }

  private EngineException accessDenied(int status) {
    return EngineException.permanent(
        "provider-access-denied",
        "the endpoint '%s' refused the key (HTTP %d): check %s.api-key"
            .formatted(endpoint.name(), status, endpoint.setting()),
        null);
  }

  private EngineException quotaExhausted(ProviderError error) {
    return EngineException.permanent(
        "provider-quota-exhausted", said("has no credit left", error), null);
  }

  private EngineException notFound(ProviderError error) {
    return EngineException.permanent(
        "provider-rejected",
        said("knows no such path or model (HTTP 404)", error)
            + "; check %1$s.base-url and %1$s.model".formatted(endpoint.setting()),
        null);
  }

  private EngineException tooLong(ProviderError error) {
    return EngineException.permanent(
        "document-too-long", said("cannot take a document of this length", error), null);
  }

  private EngineException rejected(int status, ProviderError error) {
    if (error.isContextExceeded()) {
      return tooLong(error);
    }
    if (error.isQuotaExhausted()) {
      return quotaExhausted(error);
    }
    if (error.isContentFilter()) {
      return EngineException.permanent(FILTERED, said("filtered the document", error), null);
    }
    return EngineException.permanent(
        "provider-rejected", said("rejected the request (HTTP %d)".formatted(status), error), null);
  }

  private EngineException retryable(
      String code, int status, ProviderError error, HttpAnswer answer) {
    return EngineException.retryable(
        code,
        said("failed (HTTP %d)".formatted(status), error),
        RetryAfter.of(answer.headers(), clock),
        null);
  }

  private String said(String what, ProviderError error) {
    var message = endpoint.withoutSecrets(error.message());
    return "the endpoint '%s' %s%s"
        .formatted(endpoint.name(), what, message.isEmpty() ? "" : ": " + message);
  }
}
