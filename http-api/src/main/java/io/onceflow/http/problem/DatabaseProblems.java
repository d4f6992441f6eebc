package io.onceflow.http.problem;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.TransactionException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** A database that is away or busy is a 503: the same request may succeed in a moment. */
@Order(0)
@RestControllerAdvice
final class DatabaseProblems {
  private static final Logger log = LoggerFactory.getLogger(DatabaseProblems.class);
  private static final Duration A_MOMENT = Duration.ofSeconds(2);

  private final ProblemResponses responses;

  DatabaseProblems(ProblemResponses responses) {
    this.responses = responses;
  }

  @ExceptionHandler({
    DataAccessResourceFailureException.class,
    RecoverableDataAccessException.class,
    TransientDataAccessException.class,
    TransactionException.class
  })
  ResponseEntity<Object> databaseIsAway(Exception e) {
    log.warn("The database did not answer: {}", e.toString());
    return responses.problem(
        ProblemException.unavailable(
            "database-unavailable", "Nothing was changed. Send the request again.", A_MOMENT));
  }
}
