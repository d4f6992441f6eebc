package io.onceflow.http.trace;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The W3C trace context of a request: the client's trace where it sent one, a new trace otherwise.
 *
 * @param traceId 32 hexadecimal digits
 * @param spanId of this request, 16 hexadecimal digits
 * @param flags 2 hexadecimal digits
 * @see <a href="https://www.w3.org/TR/trace-context/">Trace Context</a>
 */
public record TraceContext(String traceId, String spanId, String flags) {
  /** The header of every answer that tells the trace id. */
  public static final String HEADER = "X-Trace-Id";

  private static final Pattern TRACEPARENT =
      Pattern.compile(
          "(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?");
  private static final ScopedValue<TraceContext> CURRENT = ScopedValue.newInstance();

  /** The context of the request that the calling thread serves; outside of one, a new context. */
  public static TraceContext current() {
    return CURRENT.isBound() ? CURRENT.get() : start();
  }

  /** A new trace. */
  public static TraceContext start() {
    return new TraceContext(randomHex() + randomHex(), randomHex(), "01");
  }

  /** The trace of the given header with a span of its own, or a new trace if it is not valid. */
  static TraceContext continuing(@Nullable String traceparent) {
    if (traceparent == null) {
      return start();
    }
    var parts = TRACEPARENT.matcher(traceparent);
    return parts.matches()
        ? new TraceContext(parts.group(1), randomHex(), parts.group(2))
        : start();
  }

  /** The header that hands the trace on. */
  public String traceparent() {
    return "00-%s-%s-%s".formatted(traceId, spanId, flags);
  }

  /** Makes this the current context while the work runs. */
  <X extends Throwable> void during(ScopedValue.CallableOp<?, X> work) throws X {
    ScopedValue.where(CURRENT, this).call(work);
  }

  private static String randomHex() {
    // zero is not a valid id
    return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong() | 1L);
  }
}
