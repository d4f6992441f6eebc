package io.onceflow.http.problem;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;

/**
 * The body of every error (RFC 9457).
 *
 * @param type stable, {@code urn:onceflow:problem:} and a slug; programs decide by it
 * @param title of the status
 * @param status the HTTP status again
 * @param detail what to do, for people
 * @param errors the fields that are wrong, where fields are
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Problem(
    URI type, String title, int status, String detail, List<FieldProblem> errors) {
  public static final MediaType MEDIA_TYPE = MediaType.APPLICATION_PROBLEM_JSON;

  private static final String TYPE_PREFIX = "urn:onceflow:problem:";

  public Problem {
    errors = List.copyOf(errors);
  }

  /**
   * A problem of a given type.
   *
   * @param slug of the type, as {@code idempotency-key-reused}
   */
  public static Problem of(
      HttpStatusCode status, String slug, String detail, List<FieldProblem> errors) {
    return new Problem(
        URI.create(TYPE_PREFIX + slug), titleOf(status), status.value(), detail, errors);
  }

  /** A problem that nothing is known of but its status; the slug is the status's name. */
  public static Problem of(HttpStatusCode status, String detail) {
    return of(
        status, titleOf(status).toLowerCase(Locale.ROOT).replace(' ', '-'), detail, List.of());
  }

  public static Problem unauthorized() {
    return of(
        HttpStatus.UNAUTHORIZED,
        "Send valid credentials in the header 'Authorization: Bearer …' or 'X-API-Key'.");
  }

  public static Problem forbidden() {
    return of(HttpStatus.FORBIDDEN, "The credentials are valid but do not allow this.");
  }

  /** An error of the server's own; the cause is in the log and never in the answer. */
  public static Problem internal() {
    return of(
        HttpStatus.INTERNAL_SERVER_ERROR,
        "The server failed. Try again; if it stays, report the id in the header X-Trace-Id.");
  }

  private static String titleOf(HttpStatusCode status) {
    var known = HttpStatus.resolve(status.value());
    return known == null ? "Error " + status.value() : known.getReasonPhrase();
  }
}
