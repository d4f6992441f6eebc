package io.onceflow.model.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceflow.model.StepName;
import io.onceflow.model.TopicPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PipelinesTests {
  private static final String STEPS =
      """
      steps:
        extract: {partitions: 2}
        label: {result-field: category, max-attempts: 5, backoff: {initial: PT2S, max: PT8S}}
        judge: {on-unknown-outcome: hold, document-fields: [title]}
      """;

  @Test
  void theShippedPipelinesAreValid() {
    var shipped = Pipelines.shipped();
    assertThat(shipped.pipelines())
        .extracting(Pipeline::name)
        .containsExactly("article", "document");
    assertThat(pipeline(shipped, "article").steps()).hasSize(4).allMatch(s -> s.after().isEmpty());
    assertThat(pipeline(shipped, "document").following(name("text-extract"), names(shipped)))
        .hasSize(4);
  }

  @Test
  void aSubsetBringsWhatItWaitsFor() {
    var document = pipeline(Pipelines.shipped(), "document");
    assertThat(document.withPrerequisites(List.of(name("summary-gen"))))
        .extracting(step -> step.name().value())
        .containsExactly("text-extract", "summary-gen");
    assertThatThrownBy(() -> document.withPrerequisites(List.of(name("translate"))))
        .hasMessageContaining("'document' has no step 'translate'")
        .hasMessageContaining("summary-gen");
  }

  @Test
  void settingsOfAStepAreReadAndTheRestHasDefaults() {
    var pipelines = parse(STEPS + "pipelines: {one: {steps: {label: {required: false}}}}");
    var label = pipelines.step(name("label")).orElseThrow();
    assertThat(label.resultField()).isEqualTo("category");
    assertThat(label.maxAttempts()).isEqualTo(5);
    assertThat(label.engine()).isEqualTo("default");
    assertThat(label.onUnknownOutcome()).isEqualTo(OnUnknownOutcome.RETRY);
    assertThat(label.backoff().ceilingAfter(1)).isEqualTo(Duration.ofSeconds(2));
    assertThat(label.backoff().ceilingAfter(2)).isEqualTo(Duration.ofSeconds(4));
    assertThat(label.backoff().ceilingAfter(60)).isEqualTo(Duration.ofSeconds(8));
    assertThat(pipeline(pipelines, "one").steps().getFirst().required()).isFalse();
  }

  @Test
  void theEngineIsToldOnlyTheDocumentFieldsThatTheStepNames() {
    var pipelines = parse(STEPS + "pipelines: {one: {steps: {judge: }}}");
    var judge = pipelines.step(name("judge")).orElseThrow();
    assertThat(judge.parametersFor("T", "en").toString()).isEqualTo("{\"title\":\"T\"}");
    assertThat(judge.parametersFor(null, "en").toString()).isEqualTo("{}");
    assertThat(judge.parameters().isEmpty()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          pipelines: {one: {steps: {nowhere: }}}                     | pipelines.one.steps.nowhere: is not defined
          pipelines: {one: {steps: {label: {after: [extract]}}}}     | pipelines.one.steps.label.after: names 'extract'
          pipelines: {one: {steps: {label: {after: label}}}}         | pipelines.one.steps.label.after: must be a list
          pipelines: {one: {steps: {label: {requird: true}}}}        | pipelines.one.steps.label.requird: is not a known key
          pipelines: {one: {steps: {}}}                              | pipelines.one.steps: must hold
          pipelines: {}                                              | pipelines: must hold
          pipelines: {one: {steps: {label: {required: "yes"}}}}      | pipelines.one.steps.label.required: must be true or false
          """)
  void aMistakeInAPipelineIsReportedWithFileAndKey(String yaml, String problem) {
    assertThatThrownBy(() -> parse(STEPS + yaml))
        .isInstanceOf(InvalidPipelinesException.class)
        .hasMessageStartingWith("my.yaml: " + problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          {timeout: 30}                                  | timeout: must be a text
          {timeout: 30s}                                 | timeout: must be a positive ISO 8601 duration
          {timeout: PT-1S}                               | timeout: must be a positive ISO 8601 duration
          {max-attempts: 0}                              | max-attempts: must be a whole number from 1
          {concurrency: many}                            | concurrency: must be a whole number
          {on-unknown-outcome: guess}                    | on-unknown-outcome: must be one of [retry, hold]
          {backoff: {initial: PT5S, max: PT1S}}          | backoff: backoff.max must not be shorter
          {document-fields: [author]}                    | document-fields: may hold title and language
          {document-fields: [[title]]}                   | document-fields: must hold texts
          {parameters: 7}                                | parameters: must be a mapping
          """)
  void aMistakeInAStepIsReportedWithFileAndKey(String step, String problem) {
    assertThatThrownBy(
            () -> parse("steps: {s: %s}\npipelines: {p: {steps: {s: }}}".formatted(step)))
        .isInstanceOf(InvalidPipelinesException.class)
        .hasMessageStartingWith("my.yaml: steps.s." + problem);
  }

  @Test
  void otherMistakesNameTheFile() {
    assertThatThrownBy(() -> parse("steps: [")).hasMessageStartingWith("my.yaml: is not YAML");
    assertThatThrownBy(() -> parse("7")).hasMessageStartingWith("my.yaml: must hold");
    assertThatThrownBy(() -> parse("steps: {a: {}, a: {}}")).hasMessageContaining("a");
    assertThatThrownBy(() -> parse("steps: {dlq: {}}\npipelines: {p: {steps: {dlq: }}}"))
        .hasMessageContaining("steps.dlq: is the name of a topic");
    assertThatThrownBy(() -> parse("steps: {A: {}}\npipelines: {p: {steps: {A: }}}"))
        .hasMessageStartingWith("my.yaml: steps.A: a step's name");
    assertThatThrownBy(
            () ->
                parse(
                    "steps: {a: {result-field: x}, b: {result-field: x}}\n"
                        + "pipelines: {p: {steps: {a: , b: }}}"))
        .hasMessageContaining("result-field 'x' of another step");
    assertThatThrownBy(() -> Pipelines.load(Optional.of(Path.of("no/such.yaml"))))
        .hasMessageStartingWith("no/such.yaml: cannot be read");
  }

  @Test
  void everyStepHasATopicForEachLane() {
    var plan = TopicPlan.of(parse(STEPS + "pipelines: {one: {steps: {extract: }}}"));
    assertThat(plan)
        .extracting(TopicPlan::name)
        .contains(
            "ai.task.accepted", "ai.task.extract.high", "ai.task.extract", "ai.task.extract.low");
    assertThat(plan)
        .filteredOn(t -> t.name().equals("ai.task.extract"))
        .containsExactly(new TopicPlan("ai.task.extract", 2, Duration.ofDays(1)));
    assertThat(plan).extracting(t -> t.withAtMost(3).partitions()).allMatch(p -> p <= 3);
    assertThat(plan.getFirst().withAtMost(0)).isEqualTo(plan.getFirst());
  }

  private static Pipelines parse(String yaml) {
    return new PipelinesYaml("my.yaml").parse(yaml);
  }

  private static Pipeline pipeline(Pipelines pipelines, String name) {
    return pipelines.pipeline(name).orElseThrow();
  }

  private static StepName name(String name) {
    return new StepName(name);
  }

  private static List<StepName> names(Pipelines pipelines) {
    return pipelines.steps().stream().map(StepDefinition::name).toList();
  }
}
