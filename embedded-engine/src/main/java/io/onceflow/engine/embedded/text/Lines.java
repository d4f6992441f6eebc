package io.onceflow.engine.embedded.text;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a text into paragraphs: at blank lines, and at the end of each line unless the line was only
 * wrapped, as plain text files are at 72 columns or so.
 */
final class Lines {
  private static final int WRAP_WIDTH = 120;
  private static final int NARROWEST_WRAP = 40;
  private static final double FULL_LINE = 0.75;

  private final String text;

  private Lines(String text) {
    this.text = text;
  }

  /** The paragraphs' places, in order, without white space at their ends. */
  static List<Span> paragraphs(String text) {
    return new Lines(text).paragraphs();
  }

  private List<Span> paragraphs() {
    List<Span> paragraphs = new ArrayList<>();
    List<Span> block = new ArrayList<>();
    int start = 0;
    while (start <= text.length()) {
      int end = lineEnd(start);
      Span line = new Span(start, end).stripped(text);
      if (line.length() == 0) {
        join(block, paragraphs);
        block.clear();
      } else {
        block.add(line);
      }
      start = end + 1;
    }
    join(block, paragraphs);
    return paragraphs;
  }

  private int lineEnd(int start) {
    int end = start;
    while (end < text.length() && !isBreak(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isBreak(char c) {
    return c == '\n' || c == '\r' || c == '\u2028' || c == '\u2029' || c == '\f';
  }

  private void join(List<Span> lines, List<Span> paragraphs) {
    int width = lines.stream().mapToInt(Span::length).max().orElse(0);
    boolean wrapped = width >= NARROWEST_WRAP && width <= WRAP_WIDTH;
    int start = -1;
    for (int i = 0; i < lines.size(); i++) {
      Span line = lines.get(i);
      if (start < 0) {
        start = line.start();
      }
      boolean goesOn =
          wrapped
              && i + 1 < lines.size()
              && line.length() >= FULL_LINE * width
              && goesOn(line, lines.get(i + 1));
      if (!goesOn) {
        paragraphs.add(new Span(start, line.end()));
        start = -1;
      }
    }
  }

  /** Whether a full line runs on into the next: it ends no sentence and the next begins none. */
  private boolean goesOn(Span line, Span next) {
    char last = text.charAt(line.end() - 1);
    char first = text.charAt(next.start());
    boolean open = Character.isLetterOrDigit(last) || ",，、;；-–—’'\"”)".indexOf(last) >= 0;
    return open
        && (Character.isLowerCase(first)
            || Script.isHan(first)
            || Script.isHan(last)
            || first == '(');
  }
}
