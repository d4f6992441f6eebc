package io.onceflow.system.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DashboardTests {
  /** The metric names of the public interface, as a dashboard may use them. */
  private static final Pattern PUBLIC =
      Pattern.compile(
          "onceflow_(tasks_accepted_total|tasks_finished_total|task_duration_seconds_bucket"
              + "|step_executions_total|step_duration_seconds_bucket|step_inflight"
              + "|step_reused_total|model_calls_total|model_tokens_total|model_cost_usd_total"
              + "|duplicate_paid_calls_total|late_results_total|takeovers_total|outbox_pending"
              + "|outbox_oldest_age_seconds|outbox_published_total|outbox_parked|consumer_lag"
              + "|dead_letters_total|notifications_total|websocket_sessions)");

  @Test
  void everyPanelAsksTheProvisionedSourceForPublicMetrics() {
    var source =
        YamlFile.read("ops/grafana/provisioning/datasources/prometheus.yml")
            .at("/datasources/0/uid")
            .asString();
    var dashboard =
        new JsonMapper()
            .readTree(YamlFile.root().resolve("ops/grafana/dashboards/flow.json").toFile());
    var metric = Pattern.compile("onceflow_\\w+");
    for (JsonNode panel : dashboard.get("panels")) {
      if (panel.get("type").asString().equals("row")) {
        continue;
      }
      assertThat(panel.at("/datasource/uid").asString()).isEqualTo(source);
      for (JsonNode target : panel.get("targets")) {
        var names = metric.matcher(target.get("expr").asString()).results().toList();
        assertThat(names).isNotEmpty().allMatch(name -> PUBLIC.matcher(name.group()).matches());
      }
    }
  }
}
