package io.onceflow.worker.testing;

import io.onceflow.model.Usage;
import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.call.CallReport;
import io.onceflow.worker.engine.call.ModelCall;
import io.onceflow.worker.engine.call.ModelCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The calls of one attempt, kept as the worker's ledger keeps them. */
public final class KeptCalls implements ModelCalls {
  private final List<ModelCall> calls = new ArrayList<>();
  private final List<CallReport> reports = new ArrayList<>();
  private final Map<String, JsonNode> parts;

  /**
   * @param parts answers to parts, kept beyond the attempt
   */
  public KeptCalls(Map<String, JsonNode> parts) {
    this.parts = parts;
  }

  @Override
  public Ongoing begin(ModelCall call) {
    calls.add(call);
    return reports::add;
  }

  @Override
  public JsonNode part(String content, Question question)
      throws EngineException, InterruptedException {
    var known = parts.get(content);
    if (known != null) {
      return known;
    }
    var answer = question.ask();
    parts.put(content, answer);
    return answer;
  }

  public List<ModelCall> calls() {
    return calls;
  }

  public List<CallReport> reports() {
    return reports;
  }

  public Usage usage() {
    return reports.stream().map(CallReport::usage).reduce(Usage.NONE, Usage::plus);
  }
}
