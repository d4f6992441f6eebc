package io.onceflow.worker.run;

import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.call.ModelCall;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.EndedCall;
import io.onceflow.worker.execution.ExecKey;
import io.onceflow.worker.execution.ledger.ModelCallLedger;
import io.onceflow.worker.execution.table.PartTable;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.JsonNode;

/**
 * What of an attempt's calls is written while the attempt goes on. The first call is entered with
 * its claim and the last one's outcome is recorded with the step's; each commit here is one between
 * two calls.
 */
final class LedgeredCalls {
  private final TransactionOperations transactions;
  private final ModelCallLedger ledger;
  private final PartTable parts;

  LedgeredCalls(TransactionOperations transactions, ModelCallLedger ledger, PartTable parts) {
    this.transactions = transactions;
    this.ledger = ledger;
    this.parts = parts;
  }

  /** Enters a further call, and with it what came of the one before. */
  void enterNext(Claim claim, int number, ModelCall call, @Nullable EndedCall before)
      throws EngineException {
    write(
        () -> {
          if (before != null) {
            ledger.close(claim.token(), before);
          }
          ledger.enterNext(claim, number, call);
        });
  }

  /** Claims a part of the claim's work. */
  PartTable.Standing claimPart(ExecKey part, Claim claim) throws EngineException {
    try {
      return parts.claim(part, claim);
    } catch (DataAccessException e) {
      throw unavailable(e);
    }
  }

  /** Records the answer to a part, with what came of the call that brought it. */
  void answerPart(ExecKey part, JsonNode answer, Claim claim, @Nullable EndedCall ended)
      throws EngineException {
    write(
        () -> {
          parts.answer(part, answer);
          if (ended != null) {
            ledger.close(claim.token(), ended);
          }
        });
  }

  private void write(Runnable statements) throws EngineException {
    try {
      transactions.executeWithoutResult(_ -> statements.run());
    } catch (DataAccessException | TransactionException e) {
      throw unavailable(e);
    }
  }

  /** A call that cannot be entered is not made. */
  private static EngineException unavailable(RuntimeException cause) {
    return EngineException.retryable(
        "ledger-unavailable", "the ledger of calls could not be written", null, cause);
  }
}
