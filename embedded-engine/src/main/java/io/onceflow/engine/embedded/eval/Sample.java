package io.onceflow.engine.embedded.eval;

import io.onceflow.engine.embedded.text.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A labelled text: what people said is right for it.
 *
 * @param label a topic, index terms with {@code |} between, or a summary in one sentence
 */
record Sample(String label, String title, String text) {
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  /** Reads a file of one JSON object a line. */
  static List<Sample> read(Path file) throws IOException {
    try (var lines = Files.lines(file)) {
      return lines
          .filter(line -> !line.isBlank())
          .map(line -> JSON.readValue(line, Sample.class))
          .toList();
    }
  }

  Document document() {
    return new Document(text, title, null);
  }
}
