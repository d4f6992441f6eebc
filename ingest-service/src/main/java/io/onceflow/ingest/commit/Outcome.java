package io.onceflow.ingest.commit;

import io.onceflow.http.problem.FieldProblem;
import io.onceflow.model.TaskId;
import java.util.List;

/** What became of an upload. */
public sealed interface Outcome {

  /** A new task is committed. */
  record Accepted(TaskId task, String answer) implements Outcome {}

  /** The same request came before; this is its task and its answer. */
  record Replayed(TaskId task, String answer) implements Outcome {}

  /** Another request came before under the same key. */
  record KeyReused() implements Outcome {}

  /** Fields are wrong. */
  record Invalid(List<FieldProblem> problems) implements Outcome {}

  /** More is waiting than can be served soon; nothing was written. */
  record Overloaded() implements Outcome {}

  /** The database is away; nothing was written as far as can be known. */
  record Unavailable() implements Outcome {}

  /** An error of the service's own; nothing was written. */
  record Failed() implements Outcome {}
}
