package io.onceflow.ingest.request;

import io.onceflow.http.problem.FieldProblem;
import java.util.List;

/** A request with wrong fields. */
public final class InvalidRequestException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<FieldProblem> problems;

  public InvalidRequestException(List<FieldProblem> problems) {
    super(problems.toString(), null, false, false);
    this.problems = List.copyOf(problems);
  }

  public List<FieldProblem> problems() {
    return problems;
  }
}
