package io.onceflow.http.problem;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** Ends a request with a problem as its answer. */
public final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Problem problem;
  private final transient @Nullable Duration retryAfter;

  /**
   * @param type slug of the problem's stable type, as {@code idempotency-key-reused}
   * @param detail what to do
   * @param errors the fields that are wrong; empty where none is
   */
  public ProblemException(
      HttpStatus status, String type, String detail, List<FieldProblem> errors) {
    this(Problem.of(status, type, detail, errors), null);
  }

  private ProblemException(Problem problem, @Nullable Duration retryAfter) {
    // an answer to a client's mistake needs no stack trace
    super(problem.detail(), null, false, false);
    this.problem = problem;
    this.retryAfter = retryAfter;
  }

  /** 400 for one field. */
  public static ProblemException invalidField(String field, String detail) {
    return invalidFields(List.of(new FieldProblem(field, detail)));
  }

  /** 400 for several fields. */
  public static ProblemException invalidFields(List<FieldProblem> errors) {
    return new ProblemException(
        HttpStatus.BAD_REQUEST,
        "invalid-request",
        "Correct the fields listed in 'errors' and send the request again.",
        errors);
  }

  /** 400 of another type. */
  public static ProblemException badRequest(String type, String detail) {
    return new ProblemException(HttpStatus.BAD_REQUEST, type, detail, List.of());
  }

  /** 404, also for what belongs to another tenant. */
  public static ProblemException notFound(String detail) {
    return new ProblemException(Problem.of(HttpStatus.NOT_FOUND, detail), null);
  }

  /** 409. */
  public static ProblemException conflict(String type, String detail) {
    return new ProblemException(HttpStatus.CONFLICT, type, detail, List.of());
  }

  /** 413. */
  public static ProblemException tooLarge(String detail) {
    return new ProblemException(Problem.of(HttpStatus.CONTENT_TOO_LARGE, detail), null);
  }

  /** 415. */
  public static ProblemException unsupportedType(String detail) {
    return new ProblemException(Problem.of(HttpStatus.UNSUPPORTED_MEDIA_TYPE, detail), null);
  }

  /** 422. */
  public static ProblemException unprocessable(String type, String detail) {
    return new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, type, detail, List.of());
  }

  /**
   * 429.
   *
   * @param retryAfter when asking again may succeed
   */
  public static ProblemException tooManyRequests(String type, String detail, Duration retryAfter) {
    return new ProblemException(
        Problem.of(HttpStatus.TOO_MANY_REQUESTS, type, detail, List.of()), retryAfter);
  }

  /**
   * 503.
   *
   * @param retryAfter when asking again may succeed
   */
  public static ProblemException unavailable(String type, String detail, Duration retryAfter) {
    return new ProblemException(
        Problem.of(HttpStatus.SERVICE_UNAVAILABLE, type, detail, List.of()), retryAfter);
  }

  /** 500; the caller logs the cause. */
  public static ProblemException internal() {
    return new ProblemException(Problem.internal(), null);
  }

  public Problem problem() {
    return problem;
  }

  /** The value of {@code Retry-After}, rounded up to whole seconds. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter)
        .map(wait -> Duration.ofSeconds(Math.max(1, wait.plusNanos(999_999_999).toSeconds())));
  }
}
