package io.onceflow.http.problem;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.context.MessageSourceResolvable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.validation.BindException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.multipart.support.MissingServletRequestPartException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.util.DisconnectedClientHelper;
import tools.jackson.core.JacksonException;

/** Turns whatever a controller throws into a problem. Nothing unexpected is told to the client. */
@RestControllerAdvice
final class ProblemResponses extends ResponseEntityExceptionHandler {
  private static final Logger log = LoggerFactory.getLogger(ProblemResponses.class);

  @ExceptionHandler
  ResponseEntity<Object> problem(ProblemException e) {
    var headers = new HttpHeaders();
    e.retryAfter().ifPresent(wait -> headers.set("Retry-After", String.valueOf(wait.toSeconds())));
    return answer(e.problem(), headers);
  }

  @ExceptionHandler
  ResponseEntity<Object> denied(AccessDeniedException e) {
    return answer(
        Problem.of(HttpStatus.FORBIDDEN, "Not allowed: %s.".formatted(e.getMessage())),
        new HttpHeaders());
  }

  @ExceptionHandler
  @Nullable ResponseEntity<Object> unexpected(Exception e) {
    if (DisconnectedClientHelper.isClientDisconnectedException(e)) {
      log.debug("The client left", e);
      return null;
    }
    log.error("A request failed", e);
    return answer(Problem.internal(), new HttpHeaders());
  }

  /** What Spring MVC itself throws: its status, with this API's types and words. */
  @Override
  protected ResponseEntity<Object> handleExceptionInternal(
      Exception e,
      @Nullable Object body,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    if (status.is5xxServerError()) {
      log.error("A request failed", e);
      return answer(Problem.internal(), headers);
    }
    var errors = fieldProblems(e);
    return answer(
        errors.isEmpty()
            ? Problem.of(status, detail(e, body))
            : Problem.of(status, "invalid-request", detail(e, body), errors),
        headers);
  }

  private static ResponseEntity<Object> answer(Problem problem, HttpHeaders headers) {
    return ResponseEntity.status(problem.status())
        .headers(headers)
        .contentType(Problem.MEDIA_TYPE)
        .body(problem);
  }

  private static String detail(Exception e, @Nullable Object body) {
    return switch (e) {
      case HttpMessageNotReadableException unreadable -> "The body " + whyUnreadable(unreadable);
      case MethodArgumentTypeMismatchException mismatch ->
          "'%s' %s.".formatted(mismatch.getName(), expected(mismatch));
      default ->
          body instanceof ProblemDetail problem && problem.getDetail() != null
              ? problem.getDetail()
              : "Correct the request and send it again.";
    };
  }

  private static String whyUnreadable(HttpMessageNotReadableException e) {
    if (!(e.getCause() instanceof JacksonException json)) {
      return "is missing or cannot be read.";
    }
    var place = json.getLocation();
    return place == null || place.getColumnNr() < 1
        ? "is not the JSON that is expected here."
        : "is not the JSON that is expected here: see line %d, column %d."
            .formatted(place.getLineNr(), place.getColumnNr());
  }

  private static List<FieldProblem> fieldProblems(Exception e) {
    return switch (e) {
      case MethodArgumentNotValidException invalid -> ofBinding(invalid);
      case HandlerMethodValidationException invalid -> ofParameters(invalid);
      case MethodArgumentTypeMismatchException mismatch ->
          List.of(new FieldProblem(mismatch.getName(), expected(mismatch)));
      case MissingServletRequestParameterException missing ->
          List.of(new FieldProblem(missing.getParameterName(), "is missing"));
      case MissingServletRequestPartException missing ->
          List.of(new FieldProblem(missing.getRequestPartName(), "is missing"));
      case HttpMessageNotReadableException unreadable -> ofJson(unreadable);
      default -> List.of();
    };
  }

  private static List<FieldProblem> ofBinding(BindException e) {
    return e.getFieldErrors().stream()
        .map(error -> new FieldProblem(error.getField(), said(error)))
        .toList();
  }

  private static List<FieldProblem> ofParameters(HandlerMethodValidationException e) {
    var problems = new ArrayList<FieldProblem>();
    for (var result : e.getParameterValidationResults()) {
      var name = String.valueOf(result.getMethodParameter().getParameterName());
      result
          .getResolvableErrors()
          .forEach(error -> problems.add(new FieldProblem(name, said(error))));
    }
    return problems;
  }

  private static List<FieldProblem> ofJson(HttpMessageNotReadableException e) {
    if (!(e.getCause() instanceof JacksonException json) || json.getPath().isEmpty()) {
      return List.of();
    }
    var path = new StringBuilder();
    for (var step : json.getPath()) {
      if (step.getPropertyName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
      }
    }
    return List.of(new FieldProblem(path.toString(), "has a value of the wrong kind"));
  }

  private static String said(MessageSourceResolvable error) {
    return error.getDefaultMessage() == null ? "is not valid" : error.getDefaultMessage();
  }

  private static String expected(TypeMismatchException e) {
    var type = e.getRequiredType();
    if (type != null && type.isEnum()) {
      return "must be one of " + List.of(type.getEnumConstants());
    }
    return type == UUID.class ? "is not an id" : "has a value of the wrong kind";
  }
}
