package io.onceflow.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.model.Input;
import io.onceflow.model.MessageJson;
import io.onceflow.model.StepName;
import io.onceflow.model.StepRequested;
import io.onceflow.model.TaskId;
import io.onceflow.model.UuidV7;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class ExecKeyTests {
  private static final String SHA = "a".repeat(64);

  @Test
  void equalWorkOfTwoTasksHasOneKey() {
    assertThat(key("acme", "{\"a\":1,\"b\":[true,null]}", SHA, ""))
        .isEqualTo(key("acme", "{ \"b\": [true, null], \"a\": 1.0 }", SHA, ""));
  }

  @Test
  void tenantParametersInputGenerationEngineAndModelEachMakeAnotherKey() {
    assertThat(
            Set.of(
                key("acme", "{}", SHA, ""),
                key("globex", "{}", SHA, ""),
                key("acme", "{\"a\":1}", SHA, ""),
                key("acme", "{\"a\":\"1\"}", SHA, ""),
                key("acme", "{}", "b".repeat(64), ""),
                key("acme", "{}", SHA, "2"),
                ExecKey.of(request("acme", "{}", SHA, ""), "other", "m"),
                ExecKey.of(request("acme", "{}", SHA, ""), "e", "other")))
        .hasSize(8);
  }

  @Test
  void partsDoNotRunIntoEachOther() {
    assertThat(ExecKey.of(request("acme", "{}", SHA, ""), "ab", "c"))
        .isNotEqualTo(ExecKey.of(request("acme", "{}", SHA, ""), "a", "bc"));
  }

  @Test
  void theKeyStaysAsItIsBecauseResultsAreKeptUnderIt() {
    assertThat(key("acme", "{\"title\":\"Größe\",\"n\":10}", SHA, "g").toString())
        .isEqualTo("9e5d8ff5d0fb70ed1997e31d868f8260a78d5fb2ac6443dd33501d93e1796059");
  }

  private static ExecKey key(String tenant, String parameters, String sha, String generation) {
    return ExecKey.of(request(tenant, parameters, sha, generation), "e", "m");
  }

  private static StepRequested request(
      String tenant, String parameters, String sha, String generation) {
    var now = Instant.EPOCH;
    return new StepRequested(
        UuidV7.next(),
        new StepName("some-step"),
        1,
        1,
        3,
        (ObjectNode) MessageJson.mapper().readTree(parameters),
        TaskId.next(),
        tenant,
        "ann",
        "p",
        5,
        now,
        now,
        now,
        now,
        "c",
        "test",
        new Input(tenant + "/" + sha, "text/plain", 1, null),
        sha,
        generation);
  }
}
