package io.onceflow.system.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ComposeTests {
  private static final JsonNode COMPOSE = YamlFile.read("docker-compose.yml");
  private static final List<String> SERVICES =
      List.of("ingest-service", "outbox-relay", "worker-service", "aggregator-service");
  private static final Pattern HEALTH =
      Pattern.compile("/dev/tcp/127\\.0\\.0\\.1/(\\d+); printf 'GET (\\S+) HTTP");

  @ParameterizedTest
  @ValueSource(strings = {"ingest-service", "outbox-relay", "worker-service", "aggregator-service"})
  void aServiceIsBuiltFromItsModuleAndAskedForItsHealthWhereItListens(String name) {
    var service = COMPOSE.at("/services/" + name);
    assertThat(service.at("/build/args/SERVICE").asString()).isEqualTo(name);
    assertThat(YamlFile.root().resolve(name).resolve("pom.xml")).exists();

    var settings = YamlFile.read(name + "/src/main/resources/application.yaml");
    var health = HEALTH.matcher(service.at("/healthcheck/test").toString());
    assertThat(health.find()).isTrue();
    assertThat(health.group(1)).isEqualTo(settings.at("/management/server/port").asString());
    assertThat(health.group(2)).isEqualTo("/actuator/health/readiness");
    assertThat(settings.at("/management/endpoint/health/probes/enabled").asBoolean()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ingest-service", "aggregator-service"})
  void aPublicServiceIsReachableOnThePortThatItListensOn(String name) {
    var port =
        YamlFile.read(name + "/src/main/resources/application.yaml").at("/server/port").asString();
    assertThat(COMPOSE.at("/services/" + name + "/ports"))
        .extracting(JsonNode::asString)
        .containsExactly(port + ":" + port);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ingest-service", "outbox-relay", "worker-service", "aggregator-service"})
  void aServiceIsGivenOnlySettingsThatItKnows(String name) throws IOException {
    var settings =
        Files.readString(YamlFile.root().resolve(name + "/src/main/resources/application.yaml"));
    var known = relaxed(settingsOf(name));
    for (var variable : COMPOSE.at("/services/" + name + "/environment").propertyNames()) {
      var placeholder = settings.contains("${" + variable);
      var property = known.stream().anyMatch(key -> variable.startsWith(key));
      assertThat(placeholder || property || variable.startsWith("LOGGING_"))
          .as("%s in the environment of %s", variable, name)
          .isTrue();
    }
  }

  @Test
  void servicesStartAfterHealthyServers() {
    for (var name : SERVICES) {
      for (var server : List.of("postgres", "kafka", "redis")) {
        assertThat(
                COMPOSE.at("/services/" + name + "/depends_on/" + server + "/condition").asString())
            .isEqualTo("service_healthy");
        assertThat(COMPOSE.at("/services/" + server + "/healthcheck/test").isEmpty()).isFalse();
      }
    }
  }

  @Test
  void prometheusAsksEveryServiceOnItsManagementPort() {
    var targets =
        YamlFile.read("ops/prometheus/prometheus.yml")
            .at("/scrape_configs/0/static_configs")
            .findValues("targets");
    var expected =
        SERVICES.stream()
            .map(
                name ->
                    name
                        + ":"
                        + YamlFile.read(name + "/src/main/resources/application.yaml")
                            .at("/management/server/port")
                            .asString());
    assertThat(targets.stream().map(list -> list.get(0).asString()))
        .containsExactlyInAnyOrderElementsOf(expected.toList());
  }

  @Test
  void noSecretStandsInTheFile() {
    Map.of(
            "/services/postgres/environment/POSTGRES_PASSWORD", "${POSTGRES_PASSWORD:?",
            "/services/worker-service/environment/ONCEFLOW_DATABASE_PASSWORD",
                "${POSTGRES_PASSWORD:?",
            "/services/ingest-service/environment/ONCEFLOW_SECURITY_APIKEYS_0_SHA256",
                "${ONCEFLOW_API_KEY_SHA256:?",
            "/services/grafana/environment/GF_SECURITY_ADMIN_PASSWORD", "${GRAFANA_PASSWORD:?")
        .forEach((path, start) -> assertThat(COMPOSE.at(path).asString()).startsWith(start));
    assertThat(COMPOSE.findValuesAsString("POSTGRES_PASSWORD")).allMatch(v -> v.startsWith("${"));
  }

  /** The names of the service's own settings, as its configuration processor found them. */
  private static List<String> settingsOf(String name) throws IOException {
    try (var files =
        Stream.of(name, "http-api")
            .map(
                module ->
                    YamlFile.root()
                        .resolve(module)
                        .resolve("target/classes/META-INF/spring-configuration-metadata.json"))
            .filter(Files::exists)) {
      return files
          .flatMap(file -> new JsonMapper().readTree(file.toFile()).get("properties").valueStream())
          .map(property -> property.get("name").asString())
          .toList();
    }
  }

  /** The environment variable of each setting, see Spring Boot's relaxed binding. */
  private static List<String> relaxed(List<String> settings) {
    return settings.stream()
        .map(name -> name.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT))
        .toList();
  }
}
