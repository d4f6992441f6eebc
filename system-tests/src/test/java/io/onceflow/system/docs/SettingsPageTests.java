package io.onceflow.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The page of settings is made from the properties records: run this test with {@code
 * -Dsettings.write=true} to make it anew.
 */
class SettingsPageTests {
  private static final Path ROOT = Path.of("..");
  private static final Path PAGE = ROOT.resolve("docs/settings.md");
  private static final Map<String, String> MODULES = modules();

  @Test
  void theSettingsPageSaysWhatThePropertiesRecordsSay() throws IOException {
    var page = page();
    if (Boolean.getBoolean("settings.write")) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE))
        .as("docs/settings.md; remedy: ./mvnw verify -pl system-tests -Dsettings.write=true")
        .isEqualTo(page);
  }

  @Test
  void everySettingIsDescribed() {
    for (var module : MODULES.keySet()) {
      assertThat(settings(module))
          .as(module)
          .isNotEmpty()
          .allSatisfy(
              setting ->
                  assertThat(setting.path("description").asString(""))
                      .as(setting.get("name").asString())
                      .isNotBlank());
    }
  }

  private static String page() {
    var page = new StringBuilder();
    page.append(
        """
        # Settings

        Each is a Spring property: give it in `application.yaml`, as an environment variable, or to the whole
        suite with `./run --set name=value`. A wrong value fails the start and names the key. This page is made from the
        code; `./mvnw verify -pl system-tests -am -Dsettings.write=true` makes it anew.
        """);
    MODULES.forEach((module, title) -> page.append(section(module, title)));
    return page.toString();
  }

  private static String section(String module, String title) {
    return settings(module).stream()
        .map(SettingsPageTests::row)
        .collect(
            Collectors.joining(
                "\n",
                "\n## %s\n\n| setting | default | meaning |\n|---|---|---|\n".formatted(title),
                "\n"));
  }

  private static String row(JsonNode setting) {
    var type = setting.path("type").asString("");
    var fallback = setting.path("defaultValue");
    return "| `%s` | %s | %s (%s) |"
        .formatted(
            setting.get("name").asString(),
            fallback.isMissingNode() ? "" : "`" + text(fallback) + "`",
            description(setting),
            type.replaceAll("[\\w.]+\\.", "").replace('$', '.'));
  }

  /** The record's Javadoc as Markdown. */
  private static String description(JsonNode setting) {
    return setting
        .path("description")
        .asString("")
        .replaceAll("\\s+", " ")
        .replaceAll("\\{@(?:code|link) ([^}]*)}", "`$1`")
        .replace("|", "\\|");
  }

  private static String text(JsonNode value) {
    return value.isString() ? value.stringValue() : value.toString();
  }

  private static List<JsonNode> settings(String module) {
    var metadata =
        ROOT.resolve(module).resolve("target/classes/META-INF/spring-configuration-metadata.json");
    return new JsonMapper()
        .readTree(metadata.toFile())
        .get("properties")
        .valueStream()
        .sorted(Comparator.comparing(setting -> setting.get("name").asString()))
        .toList();
  }

  private static Map<String, String> modules() {
    var modules = new LinkedHashMap<String, String>();
    modules.put("http-api", "Access (ingest-service and aggregator-service)");
    modules.put(
        "payload-store", "Documents (ingest-service, worker-service and aggregator-service)");
    modules.put("outbox-client", "Redis (all services)");
    modules.put("ingest-service", "ingest-service");
    modules.put("outbox-relay", "outbox-relay");
    modules.put("worker-service", "worker-service");
    modules.put("aggregator-service", "aggregator-service");
    return modules;
  }
}
