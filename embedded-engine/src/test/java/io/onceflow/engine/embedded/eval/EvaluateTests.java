package io.onceflow.engine.embedded.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.engine.embedded.Texts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class EvaluateTests {
  @TempDir private Path folder;

  @Test
  void figuresStandBesideBaselines() throws IOException {
    write("topic_en", Map.of("label", "sports", "title", "", "text", Texts.FOOTBALL, "id", "1"));
    write("kw_zh", Map.of("label", "高血压患者|血压", "title", "", "text", Texts.HEALTH_ZH));
    write("sum_en", Map.of("label", "The river floods.", "title", "", "text", Texts.RIVER));
    write("stray_en", Map.of("label", "x", "title", "", "text", Texts.RIVER));
    Files.writeString(
        folder.resolve("labels.json"),
        "{\"topic_en\":{\"sports\":\"sports\",\"law\":\"courts and law\"}}");
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    new Evaluate(Texts.engine(), new PrintStream(out, true, StandardCharsets.UTF_8)).folder(folder);

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("accuracy 1.000")
        .contains("majority 1.000, random 0.500")
        .contains("P@5 0.")
        .contains("first sentence 0.")
        .contains("left out: its labels");
  }

  private void write(String name, Map<String, String> sample) throws IOException {
    Files.writeString(
        folder.resolve(name + ".ndjson"), JsonMapper.shared().writeValueAsString(sample) + "\n");
  }
}
