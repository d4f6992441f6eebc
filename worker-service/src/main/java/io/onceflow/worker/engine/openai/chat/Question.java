package io.onceflow.worker.engine.openai.chat;

import io.onceflow.worker.engine.call.ModelCall;
import io.onceflow.worker.engine.call.ModelCall.Purpose;

/**
 * A request that is ready to be sent.
 *
 * @param kind of structured output that it asks for
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Question(Endpoint endpoint, ChatRequest request, StructuredOutput kind, byte[] body) {

  /** The call that sending it would be. */
  public ModelCall call(Purpose purpose) {
    var model = request.model();
    // a tokenizer makes at most one token of a byte, and the body is longer than what it reads
    long most = body.length;
    var price = model.price();
    return new ModelCall(
        purpose,
        endpoint.name(),
        model.name(),
        request.inputTokens(),
        most,
        model.maxTokens(),
        price == null ? 0 : price.of(new Tokens(most, model.maxTokens(), 0, 0)));
  }
}
