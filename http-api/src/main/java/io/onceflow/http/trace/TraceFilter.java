package io.onceflow.http.trace;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.MDC;

/**
 * Gives every request its {@link TraceContext}, in the answer's header, in the log lines' MDC and
 * as the current one; later dispatches of the request keep it.
 */
final class TraceFilter extends HttpFilter {
  private static final long serialVersionUID = 1;
  private static final String ATTRIBUTE = TraceContext.class.getName();
  private static final String MDC_KEY = "traceId";

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    var trace = traceOf(request);
    response.setHeader(TraceContext.HEADER, trace.traceId());
    try (var _ = MDC.putCloseable(MDC_KEY, trace.traceId())) {
      trace.<Exception>during(
          () -> {
            chain.doFilter(request, response);
            return true;
          });
    } catch (IOException | ServletException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new ServletException(e);
    }
  }

  private static TraceContext traceOf(HttpServletRequest request) {
    if (request.getAttribute(ATTRIBUTE) instanceof TraceContext known) {
      return known;
    }
    var trace = TraceContext.continuing(request.getHeader("traceparent"));
    request.setAttribute(ATTRIBUTE, trace);
    return trace;
  }
}
