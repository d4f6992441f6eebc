package io.onceflow.worker.engine.openai.answer;

import io.onceflow.model.MessageJson;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The JSON in what a model said: the whole text, or values that stand in a fence, after thoughts or
 * between other words.
 */
final class JsonInText {
  /** A text in which nothing parses must not cost a parse for each of its braces. */
  private static final int MOST_TRIES = 64;

  private JsonInText() {}

  /** The objects and lists in a text that stand in no other one, as they come. */
  static List<JsonNode> values(String text) {
    var values = new ArrayList<JsonNode>();
    int tries = 0;
    for (int i = opening(text, 0); i >= 0 && tries < MOST_TRIES; tries++) {
      long end = i + 1L;
      try (var parser = MessageJson.mapper().createParser(text.substring(i))) {
        JsonNode value = parser.readValueAsTree();
        values.add(value);
        end = i + parser.currentLocation().getCharOffset();
      } catch (JacksonException e) {
        // not JSON from here on
      }
      i = opening(text, (int) end);
    }
    return values;
  }

  private static int opening(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) == '{' || text.charAt(i) == '[') {
        return i;
      }
    }
    return -1;
  }
}
