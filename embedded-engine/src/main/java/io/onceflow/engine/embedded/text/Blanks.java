package io.onceflow.engine.embedded.text;

/** What becomes of white space inside a stretch of text. */
final class Blanks {
  private Blanks() {}

  /** Each white space character as one blank: the length stays, and so do all places. */
  static String levelled(String text, Span span) {
    StringBuilder line = new StringBuilder(span.length());
    for (int i = span.start(); i < span.end(); i++) {
      char c = text.charAt(i);
      line.append(isBlank(c) ? ' ' : c);
    }
    return line.toString();
  }

  /** Runs of white space as one blank, and none where a line broke between two Han characters. */
  static String drawnTogether(String text, Span span) {
    StringBuilder line = new StringBuilder(span.length());
    boolean blank = false;
    boolean broken = false;
    for (int i = span.start(); i < span.end(); i++) {
      char c = text.charAt(i);
      if (isBlank(c)) {
        blank = true;
        broken |= c == '\n' || c == '\r';
        continue;
      }
      boolean noGap =
          line.isEmpty() || (broken && joinsHan(c) && joinsHan(line.charAt(line.length() - 1)));
      if (blank && !noGap) {
        line.append(' ');
      }
      line.append(c);
      blank = false;
      broken = false;
    }
    return line.toString();
  }

  static boolean isBlank(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\0';
  }

  private static boolean joinsHan(char c) {
    return Script.isHan(c) || "，。、；：！？".indexOf(c) >= 0;
  }
}
