package io.onceflow.worker.engine.openai.answer;

import io.onceflow.model.MessageJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The result schemas of the steps that come with the suite. */
public final class ShippedSchemas {
  private static final String FOLDER = "/io/onceflow/worker/engine/openai/schemas/";

  private ShippedSchemas() {}

  /**
   * The schema of a step's result, with the labels it may name.
   *
   * @return absent if no such step is shipped
   */
  public static @Nullable ObjectNode find(String step, LabelSet labels) {
    try (var stream = ShippedSchemas.class.getResourceAsStream(FOLDER + step + ".json")) {
      if (stream == null) {
        return null;
      }
      var schema = (ObjectNode) MessageJson.mapper().readTree(stream);
      if (schema.path("$defs").path("label") instanceof ObjectNode label) {
        label.set("enum", labels.names());
      }
      return schema;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
