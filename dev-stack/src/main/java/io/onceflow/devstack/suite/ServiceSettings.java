package io.onceflow.devstack.suite;

import io.onceflow.devstack.data.Secrets;
import io.onceflow.devstack.service.ServiceKind;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/** The Spring settings that each service of a suite gets; those of the plan come last and win. */
record ServiceSettings(SuitePlan plan, ServerAddresses servers, String apiKey) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** As {@code SPRING_APPLICATION_JSON} takes it. */
  String json(ServiceKind kind, int instance) {
    return JSON.writeValueAsString(of(kind, instance));
  }

  Map<String, String> of(ServiceKind kind, int instance) {
    var settings = new TreeMap<String, String>();
    settings.put("server.address", "127.0.0.1");
    settings.put("server.port", Integer.toString(plan.port(kind, instance)));
    settings.put("management.server.address", "127.0.0.1");
    settings.put("management.server.port", Integer.toString(plan.managementPort(kind, instance)));
    settings.put("spring.datasource.url", servers.jdbcUrl());
    settings.put("spring.datasource.username", servers.databaseUser());
    settings.put("spring.datasource.password", servers.databasePassword());
    settings.put("spring.kafka.bootstrap-servers", servers.kafka());
    settings.put("spring.data.redis.url", servers.redisUrl());
    settings.put("onceflow.topics.max-partitions", "3");
    if (kind.isPublic()) {
      settings.putAll(access());
      settings.put("onceflow.links.tasks-url", plan.url(ServiceKind.AGGREGATOR, 0));
      settings.put("onceflow.webhook.public-url", plan.url(ServiceKind.AGGREGATOR, 0));
    }
    if (kind == ServiceKind.AGGREGATOR) {
      settings.putAll(console());
    }
    settings.putAll(plan.settings());
    return settings;
  }

  /** No proxy stands before the services, so the console's own service reaches the others. */
  private Map<String, String> console() {
    var settings = new TreeMap<String, String>();
    settings.put("onceflow.console.ingest-url", plan.url(ServiceKind.INGEST, 0));
    for (var kind : ServiceKind.values()) {
      for (var instance = 0; instance < plan.count(kind); instance++) {
        settings.put(
            "onceflow.console.management.%s[%d]".formatted(kind.label(), instance),
            "http://127.0.0.1:" + plan.managementPort(kind, instance));
      }
    }
    return settings;
  }

  private Map<String, String> access() {
    return Map.of(
        "onceflow.security.mode", "api-key",
        "onceflow.security.api-keys[0].name", "dev-stack",
        "onceflow.security.api-keys[0].sha256", Secrets.sha256(apiKey),
        "onceflow.security.api-keys[0].tenant", "default",
        "onceflow.security.api-keys[0].user", "operator",
        "onceflow.security.api-keys[0].roles", "user,operator");
  }
}
