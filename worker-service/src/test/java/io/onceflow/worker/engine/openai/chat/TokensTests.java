package io.onceflow.worker.engine.openai.chat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class TokensTests {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{}",
        "{'prompt_tokens': 0, 'completion_tokens': 0, 'total_tokens': 0}",
        "{'prompt_tokens': 12}",
        "{'prompt_tokens': null, 'completion_tokens': null}",
      })
  void aUsageThatSaysNothingIsNoMeasurement(String usage) {
    assertThat(Tokens.areIn(new JsonMapper().readTree(usage.replace('\'', '"')))).isFalse();
  }

  @Test
  void nonsenseOfAProviderIsBounded() {
    var usage =
        new JsonMapper()
            .readTree("{\"prompt_tokens\": 1e300, \"completion_tokens\": -5, \"x\": 1}");
    assertThat(Tokens.areIn(usage)).isTrue();
    assertThat(Tokens.read(usage)).isEqualTo(new Tokens(1_000_000_000, 0, 0, 0));
  }

  /** Of every script that weighs as words, the first characters too. */
  @ParameterizedTest
  @ValueSource(
      strings = {"\u1100", "\u3007", "\u3041", "\u30A2", "\u4E2D", "\uAC00", "\uD840\uDC00"})
  void anEastAsianCharacterIsAToken(String character) {
    assertThat(Tokens.estimate(character.repeat(10))).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "\u00E9", "\u0416", "\u05D0", "\u0E01", "\u10FF"})
  void fourCharactersOfAnAlphabetAreAToken(String character) {
    assertThat(Tokens.estimate(character.repeat(10))).isEqualTo(3);
  }
}
