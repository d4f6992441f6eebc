package io.onceflow.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.ingest.request.TaskRequest;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

/** The published document says what the controllers do. */
class OpenApiIntegrationTests {
  private final RunningIngest ingest = RunningIngest.shared();
  private final JsonNode document =
      RunningIngest.json(ingest.send(ingest.anonymousTo("/v3/api-docs")));

  @Test
  void everyMappingIsDocumentedAndNothingElse() {
    var mapped = new HashSet<String>();
    ingest
        .bean(RequestMappingHandlerMapping.class)
        .getHandlerMethods()
        .forEach(
            (mapping, method) -> {
              if (method.getBeanType().getPackageName().startsWith("io.onceflow.ingest")) {
                mapped.addAll(mapping.getPatternValues());
                assertDocumented(mapping);
              }
            });
    assertThat(names(document.required("paths"))).isEqualTo(mapped);
  }

  @Test
  void everyAnswerOfTheTableIsDocumented() {
    assertThat(names(operation("/api/v1/tasks").required("responses")))
        .containsExactlyInAnyOrder("202", "400", "401", "403", "413", "415", "422", "429", "503");
    assertThat(operation("/api/v1/tasks").toString()).contains("Idempotency-Key");
  }

  @Test
  void schemasHaveTheFieldsThatAreReadAndWritten() {
    assertThat(fields("TaskRequest"))
        .isEqualTo(
            Set.copyOf(
                Arrays.stream(TaskRequest.class.getRecordComponents())
                    .map(RecordComponent::getName)
                    .toList()));
    var answer = RunningIngest.json(ingest.submit("", Map.of("text", "Described.")));
    assertThat(fields("TaskAnswer")).isEqualTo(names(answer));
    assertThat(fields("Links")).isEqualTo(names(answer.required("links")));
    var problem = RunningIngest.json(ingest.submit("", Map.of("text", "")));
    assertThat(fields("Problem")).isEqualTo(names(problem));
  }

  @Test
  void everyReferenceLeadsSomewhere() {
    var schemas = names(document.required("components").required("schemas"));
    assertThat(document.findValuesAsString("$ref"))
        .isNotEmpty()
        .allMatch(ref -> schemas.contains(ref.substring(ref.lastIndexOf('/') + 1)));
  }

  private void assertDocumented(RequestMappingInfo mapping) {
    for (var path : mapping.getPatternValues()) {
      var content = names(operation(path).required("requestBody").required("content"));
      var consumed = mapping.getConsumesCondition().getConsumableMediaTypes();
      if (consumed.isEmpty()) {
        assertThat(content).contains("*/*");
      }
      consumed.forEach(type -> assertThat(content).contains(type.toString()));
    }
  }

  private JsonNode operation(String path) {
    return document.required("paths").required(path).required("post");
  }

  private Set<String> fields(String schema) {
    return names(
        document
            .required("components")
            .required("schemas")
            .required(schema)
            .required("properties"));
  }

  private static Set<String> names(JsonNode object) {
    return new TreeSet<>(object.propertyNames());
  }
}
