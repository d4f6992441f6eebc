package io.onceflow.engine.embedded.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class TokensTests {
  @Test
  void rougeIsTheHarmonicMeanOfPrecisionAndRecall() {
    List<String> answer = List.of("the", "the", "cat");
    List<String> label = List.of("the", "cat", "sat", "down");

    // two hits: precision 2/3, recall 2/4
    assertThat(Tokens.rouge1(answer, label)).isCloseTo(4.0 / 7, within(1e-12));
    assertThat(Tokens.rouge1(List.of(), label)).isZero();
    assertThat(Tokens.rouge1(label, label)).isEqualTo(1);
  }

  @Test
  void pluralsAndCaseDoNotCount() {
    assertThat(Tokens.words("Cities, buses & GLASS")).containsExactly("city", "buse", "glass");
    assertThat(Tokens.characters("好 OK。")).containsExactly("好", "o", "k");
  }
}
