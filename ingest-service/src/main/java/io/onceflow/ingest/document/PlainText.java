package io.onceflow.ingest.document;

/** Text that every part of the suite can hold. */
public final class PlainText {
  private static final char REPLACEMENT = '\uFFFD';

  private PlainText() {}

  /**
   * The same text with U+FFFD for what PostgreSQL or UTF-8 cannot hold: NUL and lone surrogates.
   */
  public static String storable(String text) {
    for (var i = 0; i < text.length(); i++) {
      if (isRefused(text, i)) {
        return replaced(text, i);
      }
    }
    return text;
  }

  private static String replaced(String text, int from) {
    var clean = new StringBuilder(text);
    for (var i = from; i < text.length(); i++) {
      if (isRefused(text, i)) {
        clean.setCharAt(i, REPLACEMENT);
      }
    }
    return clean.toString();
  }

  private static boolean isRefused(String text, int i) {
    var c = text.charAt(i);
    if (!Character.isSurrogate(c)) {
      return c == 0;
    }
    return Character.isHighSurrogate(c)
        ? i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))
        : i == 0 || !Character.isHighSurrogate(text.charAt(i - 1));
  }
}
