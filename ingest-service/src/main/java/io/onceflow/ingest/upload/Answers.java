package io.onceflow.ingest.upload;

import io.onceflow.http.problem.ProblemException;
import io.onceflow.ingest.commit.Outcome;
import io.onceflow.model.TaskId;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** Says in HTTP what became of an upload. */
final class Answers {
  static final String REPLAYED = "Idempotency-Replayed";

  private static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration LATER = Duration.ofSeconds(5);

  private Answers() {}

  /**
   * The answer to an upload that has a task.
   *
   * @throws ProblemException to one that has none
   */
  static ResponseEntity<byte[]> answer(Outcome outcome, TaskLinks links) {
    return switch (outcome) {
      case Outcome.Accepted(var task, var answer) -> found(links.self(task), answer, false);
      case Outcome.Replayed(var task, var answer) -> found(links.self(task), answer, true);
      default -> throw problem(outcome);
    };
  }

  /** The problem of an upload that has no task. */
  static ProblemException problem(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Accepted(TaskId task, _) -> throw new IllegalArgumentException("has " + task);
      case Outcome.Replayed(TaskId task, _) -> throw new IllegalArgumentException("has " + task);
      case Outcome.KeyReused() ->
          ProblemException.unprocessable(
              "idempotency-key-reused",
              "Another request was sent under this idempotency key. Use a key of its own for each"
                  + " request.");
      case Outcome.Failed() -> ProblemException.internal();
      case Outcome.Invalid(var problems) -> ProblemException.invalidFields(problems);
      case Outcome.Overloaded() ->
          ProblemException.unavailable(
              "overloaded", "Nothing was written. Send the request again in a moment.", SOON);
      case Outcome.Unavailable() ->
          ProblemException.unavailable(
              "database-unavailable",
              "The database is away. Send the request again with the same idempotency key.",
              LATER);
    };
  }

  private static ResponseEntity<byte[]> found(URI task, String answer, boolean replayed) {
    var response =
        ResponseEntity.status(HttpStatus.ACCEPTED)
            .location(task)
            .contentType(MediaType.APPLICATION_JSON);
    if (replayed) {
      response.header(REPLAYED, "true");
    }
    return response.body(answer.getBytes(StandardCharsets.UTF_8));
  }
}
