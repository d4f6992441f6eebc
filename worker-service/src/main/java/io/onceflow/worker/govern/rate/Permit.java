package io.onceflow.worker.govern.rate;

import io.onceflow.worker.engine.call.CallContext;
import io.onceflow.worker.engine.call.ModelCall;

/** A call's turn. */
public record Permit(CallContext call, ModelCall asked) {
  /** Of the permit itself, new with each call. */
  String id() {
    return call.claim() + "/" + call.number();
  }

  /** The same when a step that was sent away comes back, under another claim. */
  String ticket() {
    return call.task() + "/" + call.step().value();
  }

  /** What is paced together. */
  String lane() {
    return asked.endpoint() + "/" + asked.model();
  }

  long tokens() {
    return asked.inputTokens() + asked.maxOutputTokens();
  }
}
