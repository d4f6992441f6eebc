package io.onceflow.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** The published description against what is served. */
class OpenApiIntegrationTests {

  @Test
  void theDescriptionNamesExactlyTheOperationsThatTheControllersServe() {
    var instance = TestSuite.shared().instance();
    var described = new TreeSet<String>();
    instance
        .client("nobody")
        .json("/v3/api-docs")
        .path("paths")
        .forEachEntry(
            (path, operations) ->
                operations
                    .propertyNames()
                    .forEach(
                        method -> described.add(method.toUpperCase(Locale.ROOT) + " " + path)));
    var served = new TreeSet<String>();
    instance
        .bean(RequestMappingHandlerMapping.class, "requestMappingHandlerMapping")
        .getHandlerMethods()
        .keySet()
        .forEach(
            mapping ->
                mapping
                    .getPatternValues()
                    .forEach(
                        path ->
                            mapping
                                .getMethodsCondition()
                                .getMethods()
                                .forEach(method -> served.add(method + " " + path))));
    served.removeIf(it -> !it.contains("/api/v1/"));

    assertThat(described).isEqualTo(served);
    assertThat(served)
        .containsExactly(
            "GET /api/v1/dead-letters",
            "GET /api/v1/dead-letters/{id}",
            "GET /api/v1/me",
            "GET /api/v1/pipelines",
            "GET /api/v1/tasks",
            "GET /api/v1/tasks/{id}",
            "GET /api/v1/tasks/{id}/events",
            "GET /api/v1/tasks/{id}/webhook",
            "GET /api/v1/usage",
            "POST /api/v1/dead-letters/redrive",
            "POST /api/v1/tasks/{id}/cancel",
            "POST /api/v1/tasks/{id}/retry",
            "POST /api/v1/tasks/{id}/webhook/redeliver",
            "POST /api/v1/ws-tickets");
  }
}
