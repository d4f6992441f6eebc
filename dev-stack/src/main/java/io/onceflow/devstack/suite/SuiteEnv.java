package io.onceflow.devstack.suite;

import io.onceflow.devstack.service.ServiceKind;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The addresses of a running suite as shell variables, for {@code source} and for programs. Several
 * processes of a service are given with commas between.
 */
record SuiteEnv(SuitePlan plan, ServerAddresses servers, String apiKey) {

  String text() {
    return variables().entrySet().stream()
        .map(variable -> "%s=%s\n".formatted(variable.getKey(), quoted(variable.getValue())))
        .collect(Collectors.joining());
  }

  Map<String, String> variables() {
    var variables = new LinkedHashMap<String, String>();
    variables.put("ONCEFLOW_INGEST_URL", urls(ServiceKind.INGEST));
    variables.put("ONCEFLOW_TASKS_URL", urls(ServiceKind.AGGREGATOR));
    variables.put("ONCEFLOW_API_KEY", apiKey);
    for (var kind : ServiceKind.values()) {
      variables.put(
          "ONCEFLOW_%s_METRICS_URL".formatted(kind.label().toUpperCase(Locale.ROOT)),
          all(kind, instance -> plan.managementUrl(kind, instance) + "/prometheus"));
    }
    variables.put("ONCEFLOW_TASKS_METRICS_URL", variables.get("ONCEFLOW_AGGREGATOR_METRICS_URL"));
    variables.put("ONCEFLOW_DATABASE_URL", servers.jdbcUrl());
    variables.put("ONCEFLOW_DATABASE_USER", servers.databaseUser());
    variables.put("ONCEFLOW_DATABASE_PASSWORD", servers.databasePassword());
    variables.put("ONCEFLOW_KAFKA", servers.kafka());
    variables.put("ONCEFLOW_REDIS_URL", servers.redisUrl());
    return variables;
  }

  private String urls(ServiceKind kind) {
    return all(kind, instance -> plan.url(kind, instance));
  }

  private String all(ServiceKind kind, IntFunction<String> url) {
    return IntStream.range(0, plan.count(kind)).mapToObj(url).collect(Collectors.joining(","));
  }

  /** Plain where a shell and a simple reader agree on it, else in single quotes. */
  private static String quoted(String value) {
    return value.matches("[A-Za-z0-9_./:,@%+=-]*")
        ? value
        : "'" + value.replace("'", "'\\''") + "'";
  }
}
