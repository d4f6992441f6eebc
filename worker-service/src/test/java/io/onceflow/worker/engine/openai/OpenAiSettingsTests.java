package io.onceflow.worker.engine.openai;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceflow.worker.engine.UnpricedModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that are wrong fail the start and are named. */
class OpenAiSettingsTests {
  private static final String ENDPOINT = "onceflow.engine.openai.endpoints.default.";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "base-url           | ftp://example.com        | must be an http or https address",
        "base-url           | http://me:pw@example.com | must not hold a password",
        "max-tokens         | 0                        | must be positive",
        "temperature        | 3                        | must be from 0 to 2",
        "connect-timeout    | 0s                       | must be positive",
        "first-byte-timeout | -1s                      | must be positive",
        "context-tokens     | -1                       | must not be negative",
        "largest-answer     | 0B                       | must be from 1B to 1GB",
        "proxy              | socks://proxy:1080       | must be http://host:port",
        "headers.Host       | elsewhere                | cannot be set",
        "prices.m.input     | -1                       | must not be negative",
        "api-key-file       | /nonexistent             | cannot be read",
      })
  void aWrongSettingIsNamed(String key, String value, String problem) {
    var named = ENDPOINT + key.replace(".input", "");
    assertThatThrownBy(() -> OpenAiEngine.of(properties(Map.of(key, value)), Clock.systemUTC()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(named)
        .hasMessageContaining(problem)
        .hasMessageNotContaining(":pw@");
  }

  @ParameterizedTest
  @CsvSource({"base-url", "model"})
  void aStepSaysWhichSettingItLacks(String key) {
    var settings = settings(Map.of());
    settings.remove(ENDPOINT + key);
    try (var engine = OpenAiEngine.of(OpenAiBench.properties(settings), Clock.systemUTC())) {
      assertThatThrownBy(() -> engine.check(OpenAiBench.step("summary-gen")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(ENDPOINT + key + " is not set");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"input", "output"})
  void halfAPriceIsRefused(String half) {
    assertThatThrownBy(() -> properties(Map.of("prices.[gpt-4.1]." + half, "2")))
        .hasMessageContaining(ENDPOINT + "prices[gpt-4.1]")
        .hasRootCauseMessage("a price has both input and output, 0 for what is free");
  }

  @Test
  void aModelWithoutPriceIsNamedWithTheSettingItLacks() {
    var step = OpenAiBench.step("summary-gen");
    try (var engine = OpenAiEngine.of(properties(Map.of("model", "gpt-4.1")), Clock.systemUTC())) {
      assertThat(engine.unpriced(step))
          .containsExactly(new UnpricedModel("gpt-4.1", ENDPOINT + "prices.[gpt-4.1]"));
    }
    var free =
        Map.of("model", "gpt-4.1", "prices.[gpt-4.1].input", "0", "prices.[gpt-4.1].output", "0");
    try (var engine = OpenAiEngine.of(properties(free), Clock.systemUTC())) {
      assertThat(engine.unpriced(step)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"model", "messages", "max_tokens", "max_completion_tokens", "n", "stream"})
  void anExtraBodyCannotMakeACallCostMoreThanIsReserved(String field) {
    var extra = Map.of("extra-body", "{\"%s\": 5}".formatted(field));
    try (var engine = OpenAiEngine.of(properties(extra), Clock.systemUTC())) {
      assertThatThrownBy(() -> engine.check(OpenAiBench.step("summary-gen")))
          .hasMessageContaining(ENDPOINT + "extra-body cannot set '%s'".formatted(field));
    }
  }

  @Test
  void anExtraBodyThatIsNoObjectIsNamed() {
    try (var engine = OpenAiEngine.of(properties(Map.of("extra-body", "[1]")), Clock.systemUTC())) {
      assertThatThrownBy(() -> engine.check(OpenAiBench.step("summary-gen")))
          .hasMessageContaining(ENDPOINT + "extra-body must be a JSON object");
    }
  }

  @Test
  void theKeyMayStandInAFileAndIsShownNowhere() throws Exception {
    var file = Files.writeString(folder.resolve("key"), "sk-secret\n");
    var settings = settings(Map.of("api-key-file", file.toString(), "headers.api-key", "sk-other"));

    var properties = OpenAiBench.properties(settings);
    var endpoint = requireNonNull(properties.endpoints().get("default"));

    assertThat(endpoint.endpoint("default", ENDPOINT).key()).isNotNull();
    assertThat(properties + " " + endpoint.endpoint("default", ENDPOINT))
        .doesNotContain("sk-secret")
        .doesNotContain("sk-other");
  }

  @Test
  void twoKeysAreOneTooMany() throws Exception {
    var file = Files.writeString(folder.resolve("key"), "sk-secret\n");
    var both = properties(Map.of("api-key", "sk-a", "api-key-file", file.toString()));

    assertThatThrownBy(() -> OpenAiEngine.of(both, Clock.systemUTC()))
        .hasMessageContaining(ENDPOINT + "api-key and api-key-file are both set");
  }

  @Test
  void anEndpointThatHasAKeyAloneIsNotInUse() {
    var keyAlone = OpenAiBench.properties(Map.of(ENDPOINT + "api-key", ""));

    try (var engine = OpenAiEngine.of(keyAlone, Clock.systemUTC())) {
      assertThat(engine.name()).isEqualTo("openai");
    }
  }

  @Test
  void theQueryOfABaseUrlStaysAtItsEnd() {
    var azure =
        properties(Map.of("base-url", "https://x.openai.azure.com/openai/v1/?api-version=preview"));
    var given = requireNonNull(azure.endpoints().get("default"));

    assertThat(given.endpoint("default", ENDPOINT).completions())
        .hasToString("https://x.openai.azure.com/openai/v1/chat/completions?api-version=preview");
  }

  private static OpenAiProperties properties(Map<String, String> endpoint) {
    return OpenAiBench.properties(settings(endpoint));
  }

  private static Map<String, String> settings(Map<String, String> endpoint) {
    var settings = new HashMap<String, String>();
    settings.put(ENDPOINT + "base-url", "http://127.0.0.1:1/v1");
    settings.put(ENDPOINT + "model", "m");
    settings.put(ENDPOINT + "prices.m.input", "0");
    settings.put(ENDPOINT + "prices.m.output", "0");
    endpoint.forEach((key, value) -> settings.put(ENDPOINT + key, value));
    return settings;
  }
}
