package io.onceflow.worker.engine.call;

import io.onceflow.worker.engine.EngineException;
import tools.jackson.databind.JsonNode;

/**
 * The calls of one attempt at a step. An engine whose calls are paid for makes each of them between
 * {@link #begin} and {@link Ongoing#end}: so each is let through, entered in the ledger before it
 * is made, bound by the step's timeout, and billed whatever comes of it.
 */
public interface ModelCalls {

  /**
   * Returns when the call may be made and is entered in the ledger.
   *
   * @throws EngineException if it may not be made, or not now; to be passed on as it is
   * @throws InterruptedException if the attempt is over
   */
  Ongoing begin(ModelCall call) throws EngineException, InterruptedException;

  /**
   * The answer to a part of the work: the recorded one, whoever asked for it, or a new one, which
   * is recorded before this returns. Equal parts are asked for once at a time, across all workers.
   *
   * @param content all that shapes the answer, apart from the step, its model and the tenant
   * @param question makes the calls that bring the answer
   * @throws EngineException of the question, or if the record cannot be kept
   */
  JsonNode part(String content, Question question) throws EngineException, InterruptedException;

  /** A call that is being made. */
  interface Ongoing {
    /** Ends it. What is not ended when the attempt ends is entered as cut short. */
    void end(CallReport report);
  }

  /** Asks for an answer by calls of the same attempt. */
  @FunctionalInterface
  interface Question {
    JsonNode ask() throws EngineException, InterruptedException;
  }
}
