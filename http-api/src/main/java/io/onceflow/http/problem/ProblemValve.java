package io.onceflow.http.problem;

import io.onceflow.http.trace.TraceContext;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatusCode;

/** Tomcat's last resort, for requests that it refuses before any filter sees them. */
public final class ProblemValve extends ErrorReportValve {
  private final ProblemWriter problems = new ProblemWriter();

  @Override
  protected void report(Request request, Response response, @Nullable Throwable error) {
    var status = response.getStatus();
    if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
      return;
    }
    if (response.getHeader(TraceContext.HEADER) == null) {
      response.setHeader(TraceContext.HEADER, TraceContext.start().traceId());
    }
    var problem =
        status >= 500
            ? Problem.internal()
            : Problem.of(HttpStatusCode.valueOf(status), "The request is not valid HTTP.");
    try {
      problems.write(response.getResponse(), problem);
      response.finishResponse();
    } catch (IOException e) {
      container.getLogger().debug("The client left before it was told of its error", e);
    }
  }
}
