package io.onceflow.worker.engine.openai.chat;

import io.onceflow.model.Usage;
import org.jspecify.annotations.Nullable;

/**
 * What one attempt at a step consumed so far, over all its requests. It is kept whatever becomes of
 * the attempt, because the provider keeps it too.
 */
public final class Bill {
  private final @Nullable Price price;
  private Usage total = Usage.NONE;

  /**
   * @param price absent for a model without one, whose calls cost nothing here
   */
  public Bill(@Nullable Price price) {
    this.price = price;
  }

  /** A request whose consumption is not known: it failed, or its answer never came. */
  void addRequest() {
    total = total.plus(new Usage(1, 0, 0, 0, 0, 0));
  }

  /** The consumption of the request that was added last. */
  void addTokens(Tokens tokens) {
    total =
        total.plus(
            new Usage(
                0,
                tokens.input(),
                tokens.output(),
                tokens.cachedInput(),
                tokens.reasoning(),
                price == null ? 0 : price.of(tokens)));
  }

  public Usage total() {
    return total;
  }
}
