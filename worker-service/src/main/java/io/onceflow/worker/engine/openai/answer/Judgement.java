package io.onceflow.worker.engine.openai.answer;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** Whether an answer is a result. */
public sealed interface Judgement {

  /** It is, in the step's own shape. */
  record Fits(JsonNode result) implements Judgement {}

  /**
   * It is not.
   *
   * @param problems at least one, for the model and for people
   */
  record DoesNotFit(List<String> problems) implements Judgement {
    public DoesNotFit {
      problems = List.copyOf(problems);
    }
  }
}
