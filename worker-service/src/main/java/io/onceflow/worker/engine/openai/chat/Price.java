package io.onceflow.worker.engine.openai.chat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * What a model's tokens cost, in US dollars per million tokens, which is micro-dollars per token.
 *
 * @param input of tokens read
 * @param cachedInput of tokens read that the provider had cached; absent for the price of others
 * @param output of tokens written, reasoning included
 */
public record Price(BigDecimal input, @Nullable BigDecimal cachedInput, BigDecimal output) {

  /** Half a price would be taken for the whole by every budget. */
  public Price {
    if (input == null || output == null) {
      throw new IllegalArgumentException("a price has both input and output, 0 for what is free");
    }
  }

  /** The cost in micro-dollars, rounded up, so that a ledger never says less than the bill. */
  long of(Tokens tokens) {
    var cached = cachedInput == null ? input : cachedInput;
    return input
        .multiply(BigDecimal.valueOf(tokens.input() - tokens.cachedInput()))
        .add(cached.multiply(BigDecimal.valueOf(tokens.cachedInput())))
        .add(output.multiply(BigDecimal.valueOf(tokens.output())))
        .setScale(0, RoundingMode.CEILING)
        .longValueExact();
  }
}
