package io.onceflow.worker.engine.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceflow.devstack.provider.LoggedRequest;
import io.onceflow.devstack.provider.Scenario;
import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.call.ModelCall;
import io.onceflow.worker.engine.call.ModelCall.Purpose;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Documents longer than the model's context. */
class LongDocumentTests {
  private static final int CONTEXT = 3_000;

  private final OpenAiBench bench =
      new OpenAiBench()
          .endpoint("context-tokens", Integer.toString(CONTEXT))
          .endpoint("max-tokens", "500");

  @AfterEach
  void close() {
    bench.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"quality-score", "keyword-extract", "auto-classify", "summary-gen"})
  void eachShippedStepReadsThemInSectionsAndGivesOneAnswer(String step) throws Exception {
    var answer = ask(Scenario.OK, step, document(12));

    assertThat(answer.isContainer()).isTrue();
    assertThat(purposes().subList(0, purposes().size() - 1))
        .hasSizeGreaterThan(2)
        .containsOnly(Purpose.PART);
    assertThat(purposes().getLast()).isEqualTo(Purpose.COMBINE);
    assertThat(bench.calls().calls())
        .allSatisfy(call -> assertThat(call.inputTokens() + 500).isLessThanOrEqualTo(CONTEXT));
    assertThat(bench.calls().usage().calls()).isEqualTo(bench.requests().size());
  }

  @Test
  void everyParagraphIsReadOnce() throws Exception {
    ask(Scenario.OK, "summary-gen", document(12));

    var sections = questions().subList(0, questions().size() - 1);
    for (int i = 0; i < 12; i++) {
      var paragraph = paragraph(i);
      assertThat(sections.stream().filter(section -> section.contains(paragraph)))
          .as(paragraph)
          .hasSize(1);
    }
    assertThat(questions().getLast())
        .as("one line for each section's answer")
        .contains("\"section\":1,\"percent\":", "\"section\":" + sections.size() + ",");
  }

  @Test
  void theNextAttemptAsksOnlyForWhatIsMissing() {
    var text = document(12);
    assertThatThrownBy(() -> ask(Scenario.THIRD_FAILS, "summary-gen", text))
        .isInstanceOfSatisfying(
            EngineException.class, e -> assertThat(e.error().retryable()).isTrue());

    assertThat(bench.requests()).hasSize(3);
    assertThat(called(Scenario.THIRD_FAILS, text)).isNotNull();
    assertThat(questions()).hasSizeGreaterThan(4);
    assertThat(bench.requests().stream().map(LoggedRequest::body).distinct())
        .as("only the third was asked twice")
        .hasSize(bench.requests().size() - 1);
  }

  @Test
  void requestsOfOneAttemptHaveKeysOfTheirOwn() throws Exception {
    ask(Scenario.OK, "summary-gen", document(12));

    assertThat(bench.requests())
        .extracting(LoggedRequest::key)
        .doesNotHaveDuplicates()
        .allSatisfy(key -> assertThat(key).startsWith("work-1-"));
  }

  @Test
  void answersTooManyForOneQuestionAreCombinedInGroups() throws Exception {
    bench.endpoint("context-tokens", "1600").endpoint("max-tokens", "100");

    ask(Scenario.OK, "summary-gen", document(120));

    assertThat(purposes().stream().filter(Purpose.COMBINE::equals)).hasSizeGreaterThan(2);
    assertThat(bench.calls().calls())
        .allSatisfy(call -> assertThat(call.inputTokens()).isLessThanOrEqualTo(1_500));
  }

  @Test
  void aContextThatIsNotKnownIsFoundByTheProvidersRefusals() throws Exception {
    bench.endpoint("context-tokens", "0");

    var answer = ask(Scenario.SHORT_CONTEXT, "summary-gen", document(12));

    assertThat(answer.path("text").asString()).isNotEmpty();
    assertThat(purposes().getFirst()).isEqualTo(Purpose.ANSWER);
    assertThat(purposes().getLast()).isEqualTo(Purpose.COMBINE);
  }

  @Test
  void aContextWithoutRoomForASectionIsSaidSo() {
    bench.endpoint("context-tokens", "600");

    assertThatThrownBy(() -> ask(Scenario.OK, "summary-gen", document(12)))
        .isInstanceOfSatisfying(
            EngineException.class,
            e -> {
              assertThat(e.error().code()).isEqualTo("document-too-long");
              assertThat(e.error().retryable()).isFalse();
              assertThat(e.error().message())
                  .contains("raise onceflow.engine.openai.endpoints.default.context-tokens");
            });
    assertThat(bench.requests()).isEmpty();
  }

  private JsonNode ask(Scenario scenario, String step, String text) throws Exception {
    return bench.engine(scenario).call(bench.callOf(OpenAiBench.step(step), text)).result();
  }

  private JsonNode called(Scenario scenario, String text) {
    try {
      return ask(scenario, "summary-gen", text);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private List<Purpose> purposes() {
    return bench.calls().calls().stream().map(ModelCall::purpose).toList();
  }

  private List<String> questions() {
    var questions = new ArrayList<String>();
    for (var request : bench.requests()) {
      var body = JsonMapper.shared().readTree(request.body());
      questions.add(body.path("messages").path(1).path("content").asString());
    }
    return questions;
  }

  private static String document(int paragraphs) {
    return String.join("\n\n", IntStream.range(0, paragraphs).mapToObj(i -> paragraph(i)).toList());
  }

  private static String paragraph(int number) {
    return "In paragraph %d the harvest is spoken of. ".formatted(number).repeat(40).strip();
  }
}
