package io.onceflow.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MessageJsonTests {
  private static final Path GOLDEN = Path.of("src/test/resources/golden/v1");

  static Stream<String> kinds() {
    return Samples.all().keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyMessageIsWrittenAsItsGoldenFileToTheByte(String kind) throws IOException {
    var json = new String(MessageJson.write(sample(kind)), UTF_8);
    var golden = GOLDEN.resolve(kind + ".json");
    assertThat(golden)
        .as("a new message needs a golden file; this is what it would hold: %s", json)
        .exists();
    assertThat(json + "\n").isEqualTo(Files.readString(golden));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyGoldenFileIsReadBackWhole(String kind) throws Exception {
    var bytes = Files.readAllBytes(GOLDEN.resolve(kind + ".json"));
    assertThat(MessageJson.read(typeOf(kind), "1", bytes)).isEqualTo(sample(kind));
  }

  @Test
  void everyGoldenFileHasItsMessage() throws IOException {
    try (var files = Files.list(GOLDEN)) {
      assertThat(files.map(file -> file.getFileName().toString().replace(".json", "")))
          .containsExactlyInAnyOrderElementsOf(Samples.all().keySet());
    }
  }

  @Test
  void headAndTailOfARequestAreTheWholeRequest() throws Exception {
    var request = Samples.requested();
    var joined = (MessageJson.head(request) + MessageJson.tail(request)).getBytes(UTF_8);
    assertThat(MessageJson.read("StepRequested", "1", joined)).isEqualTo(request);
  }

  @Test
  void theTailIsTheSameForAllStepsOfATask() {
    var request = Samples.requested();
    assertThat(MessageJson.tail(request.again(2, request.sourceService(), request.publishedAt())))
        .isEqualTo(MessageJson.tail(request).replace(",\"text\":\"Déjà vu \\u0000 你好\"", ""));
  }

  @Test
  void unknownFieldsAreIgnored() throws Exception {
    var json =
        """
        {"messageId":"%s","taskId":"%s","tenant":"acme","cancelledBy":"ada",
         "cancelledAt":"2026-11-30T10:00:01Z","addedLater":{"a":[1]}}
        """
            .formatted(Samples.MESSAGE, Samples.TASK);
    assertThat(MessageJson.read("TaskCancelled", "1", json.getBytes(UTF_8)))
        .isEqualTo(sample("TaskCancelled"));
  }

  @Test
  void anUnreadableRecordSaysWhatIsWrong() {
    assertUnreadable("TaskCancelled", "1", "{\"messageId\":", "malformed-message", "TaskCancelled");
    assertUnreadable("TaskCancelled", "1", "null", "malformed-message", "null");
    assertUnreadable("TaskCancelled", "1", "{}", "malformed-message", "'messageId' is absent");
    assertUnreadable("TaskCancelled", "2", "{}", "unknown-schema-version", "'2'");
    assertUnreadable("Surprise", "1", "{}", "unknown-message-type", "'Surprise'");
    assertUnreadable(
        "StepRequested",
        "1",
        new String(MessageJson.write(Samples.requested()), UTF_8)
            .replace("\"payloadRef\":\"acme/" + Samples.SHA256 + "\",", ""),
        "malformed-message",
        "'payloadRef' is absent");
  }

  private static void assertUnreadable(
      String type, String version, String json, String code, String detail) {
    assertThatThrownBy(() -> MessageJson.read(type, version, json.getBytes(UTF_8)))
        .isInstanceOfSatisfying(
            UnreadableMessageException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e).hasMessageContaining(detail);
            });
  }

  private static String typeOf(String kind) {
    return kind.split("-", 2)[0];
  }

  private static Message sample(String kind) {
    var message = Samples.all().get(kind);
    if (message == null) {
      throw new AssertionError("no sample for " + kind);
    }
    return message;
  }
}
