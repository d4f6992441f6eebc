package io.onceflow.ingest;

import static io.onceflow.ingest.RunningIngest.TASKS;
import static io.onceflow.ingest.RunningIngest.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class BatchIntegrationTests {
  private static final String ITEMS =
      """
      {"text":"One.","idempotencyKey":"batch:process:1"}
      {"text":"","idempotencyKey":"batch:process:2"}
      {"text":"Broken

      {"text":"Three.","priority":77}
      {"text":"One.","idempotencyKey":"batch:process:1"}
      {"text":"Other.","idempotencyKey":"batch:process:1"}
      {"text":"Six."}
      """;

  private final RunningIngest ingest = RunningIngest.shared();

  @Test
  void eachLineStandsForItself() {
    var items = items(ndjson(ITEMS));
    assertThat(statuses(items)).containsExactly(202, 400, 400, 400, 202, 422, 202);
    assertThat(items.get(0).required("index").intValue()).isZero();
    assertThat(items.get(4).required("task")).isEqualTo(items.get(0).required("task"));
    assertThat(items.get(4).required("replayed").booleanValue()).isTrue();
    assertThat(items.get(3).required("problem").required("errors").get(0).required("field"))
        .hasToString("\"priority\"");
    var again = items(ndjson(ITEMS));
    assertThat(again.get(0).required("task")).isEqualTo(items.get(0).required("task"));
    assertThat(again.get(6).required("task")).isNotEqualTo(items.get(6).required("task"));
  }

  @Test
  void eachElementOfAnArrayStandsForItself() {
    var items =
        items(post("application/json", "[{\"text\":\"a\"},7,{\"text\":\"a\",\"priority\":[]}]"));
    assertThat(statuses(items)).containsExactly(202, 400, 400);
  }

  @Test
  void aThousandItemsAreTakenAndNoMore() {
    var thousand = IntStream.range(0, 1000).mapToObj("{\"text\":\"Item %d.\"}"::formatted).toList();
    var items = items(ndjson(String.join("\n", thousand)));
    assertThat(statuses(items)).hasSize(1000).containsOnly(202);
    assertThat(
            items.stream()
                .map(item -> item.required("task").required("taskId").stringValue())
                .distinct())
        .hasSize(1000);
    var answer = ndjson(String.join("\n", thousand) + "\n{\"text\":\"One more.\"}");
    assertThat(answer.statusCode()).isEqualTo(400);
  }

  @Test
  void whatIsNoBatchIsRefusedWhole() {
    assertThat(post("application/json", "{\"text\":\"a\"}").statusCode()).isEqualTo(400);
    assertThat(post("application/json", "[{\"text\":\"a\"}").statusCode()).isEqualTo(400);
    assertThat(ndjson("\n \n").statusCode()).isEqualTo(400);
    assertThat(post("text/plain", "a").statusCode()).isEqualTo(415);
  }

  private HttpResponse<String> ndjson(String lines) {
    return post("application/x-ndjson", lines);
  }

  private HttpResponse<String> post(String type, String body) {
    return ingest.send(ingest.post(TASKS + "/batch", type, BodyPublishers.ofString(body)));
  }

  private static List<JsonNode> items(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return StreamSupport.stream(json(answer).required("items").spliterator(), false)
        .collect(Collectors.toList());
  }

  private static List<Integer> statuses(List<JsonNode> items) {
    return items.stream().map(item -> item.required("status").intValue()).toList();
  }
}
