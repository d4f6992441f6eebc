package io.onceflow.worker.engine.openai;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.devstack.provider.LoggedRequest;
import io.onceflow.devstack.provider.Scenario;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How endpoints are made to answer in shape. */
class OpenAiFormatsTests {
  private final OpenAiBench bench = new OpenAiBench();

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void anEndpointWithoutSchemasIsAskedForAnObjectAndThisIsRemembered() throws Exception {
    bench.call(Scenario.NO_JSON_SCHEMA);
    bench.call(Scenario.NO_JSON_SCHEMA);

    assertThat(bench.requests())
        .extracting(LoggedRequest::format)
        .containsExactly("json_schema", "json_object", "json_object");
    assertThat(bench.requests().getLast().body()).contains("It must fit this JSON Schema");
  }

  @Test
  void anEndpointWithoutStructuredOutputIsAskedInWords() throws Exception {
    bench.call(Scenario.NO_STRUCTURED_OUTPUT);
    bench.call(Scenario.NO_STRUCTURED_OUTPUT);

    assertThat(bench.requests())
        .extracting(LoggedRequest::format)
        .containsExactly("json_schema", "json_object", "", "");
  }

  @Test
  void aKindThatIsSetIsTheOnlyOneTried() throws Exception {
    bench.endpoint("structured-output", "json-schema");

    assertThat(bench.failure(Scenario.NO_JSON_SCHEMA).error().code())
        .isEqualTo("provider-rejected");
    assertThat(bench.requests()).hasSize(1);
  }

  @Test
  void theShippedSchemasAreOfTheStrictKind() throws Exception {
    for (var step :
        new String[] {"quality-score", "keyword-extract", "auto-classify", "summary-gen"}) {
      bench.call(Scenario.OK, OpenAiBench.step(step));
    }
    assertThat(bench.requests())
        .extracting(LoggedRequest::body)
        .allSatisfy(
            body -> assertThat(body).contains("\"strict\":true").doesNotContain("minLength"));
  }

  @Test
  void furtherFieldsAndHeadersAreSent() throws Exception {
    bench
        .endpoint("extra-body", "{\"enable_thinking\": false}")
        .endpoint("temperature", "0")
        .endpoint("max-tokens-field", "max_completion_tokens")
        .set("steps.auto-classify.max-tokens", "77");

    bench.call(Scenario.OK);

    assertThat(bench.requests().getFirst().body())
        .contains(
            "\"enable_thinking\":false", "\"temperature\":0.0", "\"max_completion_tokens\":77");
  }
}
