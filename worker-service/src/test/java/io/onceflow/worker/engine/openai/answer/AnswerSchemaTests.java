package io.onceflow.worker.engine.openai.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceflow.worker.engine.openai.answer.Judgement.DoesNotFit;
import io.onceflow.worker.engine.openai.answer.Judgement.Fits;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class AnswerSchemaTests {
  private static final AnswerSchema NUMBERS =
      schema("{'type':'array','items':{'$ref':'#/$defs/n'},'$defs':{'n':{'type':'integer'}}}");
  private static final AnswerSchema NAME =
      schema(
          "{'type':'object','properties':{'name':{'type':'string','maxLength':5}},"
              + "'required':['name'],'additionalProperties':false}");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"result\":[1,2]}",
        "[1,2]",
        "Sure: ```json\n{\"result\": [1, 2]}\n``` done",
        "<think>[maybe] {x}</think>[1,2]",
        "first [\"a\"], no, [1,2]",
      })
  void aListIsAskedForInAnObjectAndTakenOutOfIt(String answer) {
    assertThat(NUMBERS.asked().toString())
        .startsWith("{\"type\":\"object\"")
        .contains("\"$defs\":{\"n\":{\"type\":\"integer\"}}}");
    assertThat(NUMBERS.judge(answer))
        .isInstanceOfSatisfying(Fits.class, fits -> assertThat(fits.result()).hasToString("[1,2]"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no", "{\"result\":[1,", "{\"result\":[\"a\"]}", "[1.5]", "{}"})
  void whatDoesNotFitIsNoResult(String answer) {
    assertThat(NUMBERS.judge(answer))
        .isInstanceOfSatisfying(
            DoesNotFit.class, unfit -> assertThat(unfit.problems()).isNotEmpty());
  }

  @Test
  void theAnswerIsHeldAgainstWhatStrictModeDoesNotTake() {
    assertThat(NAME.isStrict()).isTrue();
    assertThat(NAME.asked().toString()).doesNotContain("maxLength");
    assertThat(NAME.judge("{\"name\":\"too long\"}")).isInstanceOf(DoesNotFit.class);
    assertThat(NAME.judge("{\"name\":\"short\"}")).isInstanceOf(Fits.class);
  }

  @Test
  void aSchemaWithOptionalFieldsIsNotOfTheStrictKind() {
    assertThat(schema("{'type':'object','properties':{'a':{'type':'string'}}}").isStrict())
        .isFalse();
  }

  @Test
  void aTextFullOfBracesIsJudgedSoon() {
    assertThat(Duration.ofSeconds(2))
        .satisfies(
            limit ->
                org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
                    limit, () -> NUMBERS.judge("{[".repeat(500_000))));
  }

  @Test
  void whatIsNoSchemaIsRefused() {
    assertThatThrownBy(() -> schema("{'type':'strin'}"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static AnswerSchema schema(String json) {
    return new AnswerSchema((ObjectNode) JsonMapper.shared().readTree(json.replace('\'', '"')));
  }
}
