package io.onceflow.http.problem;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers errors that never reached a controller: the server's own and those of filters. */
@RestController
final class ProblemErrorController implements ErrorController {

  @RequestMapping("${spring.web.error.path:${error.path:/error}}")
  ResponseEntity<Problem> error(HttpServletRequest request) {
    var problem = problemOf(request);
    return ResponseEntity.status(problem.status()).contentType(Problem.MEDIA_TYPE).body(problem);
  }

  private static Problem problemOf(HttpServletRequest request) {
    if (!(request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code)) {
      return Problem.of(HttpStatus.NOT_FOUND, "There is nothing at this address.");
    }
    var status = HttpStatus.resolve(code);
    return status == null || status.is5xxServerError()
        ? Problem.internal()
        : Problem.of(status, "The request was refused: %s.".formatted(status.getReasonPhrase()));
  }
}
