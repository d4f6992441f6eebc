package io.onceflow.worker.engine.openai.prompt;

import io.onceflow.worker.engine.openai.chat.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A text in sections that a model can read one by one, cut where a reader would pause: between
 * paragraphs, else lines, else sentences, else words. Nothing is left out but the blanks at the
 * cuts, and the same text is always cut in the same places.
 */
public final class Sections {
  /** The best places for a cut in front; a cut comes after the match. */
  private static final List<Pattern> PAUSES =
      List.of(
          Pattern.compile("\\R\\h*\\R"),
          Pattern.compile("\\R"),
          Pattern.compile("[.!?]\\s|[。！？]"),
          Pattern.compile("\\s"));

  /** No section ends before this share of what it might have. */
  private static final double LEAST = 0.5;

  private Sections() {}

  /**
   * The sections of a text.
   *
   * @param mostTokens that one may have by {@link Tokens#estimate}
   */
  public static List<String> of(String text, long mostTokens) {
    var sections = new ArrayList<String>();
    int from = 0;
    while (from < text.length()) {
      int end = cut(text, from, Tokens.end(text, from, mostTokens));
      var section = text.substring(from, end).strip();
      if (!section.isEmpty()) {
        sections.add(section);
      }
      from = end;
    }
    return sections;
  }

  private static int cut(String text, int from, int most) {
    if (most == text.length()) {
      return most;
    }
    int least = from + (int) ((most - from) * LEAST);
    for (var pause : PAUSES) {
      int last = -1;
      var matcher = pause.matcher(text).region(least, most);
      while (matcher.find()) {
        last = matcher.end();
      }
      if (last > 0) {
        return last;
      }
    }
    return most;
  }
}
