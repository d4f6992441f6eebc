package io.onceflow.http.problem;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import tools.jackson.databind.json.JsonMapper;

/** Writes problems where no controller's answer is made: in filters and in the server itself. */
public final class ProblemWriter {
  private static final JsonMapper MAPPER = JsonMapper.shared();

  /** Answers with the problem, unless an answer was begun already. */
  public void write(HttpServletResponse response, Problem problem) throws IOException {
    if (response.isCommitted()) {
      return;
    }
    var body = MAPPER.writeValueAsBytes(problem);
    response.setStatus(problem.status());
    response.setContentType(Problem.MEDIA_TYPE.toString());
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
