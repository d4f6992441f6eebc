package io.onceflow.engine.embedded.text;

import java.util.ArrayList;
import java.util.List;

/** Cuts a stretch of text that is longer than its reader can do with. */
final class Cuts {
  private static final String CLAUSE_ENDS = ",;:，；：、。";

  private Cuts() {}

  /**
   * Pieces of at most {@code longest} characters that together cover the stretch, cut behind a
   * clause's end, else behind a blank, else anywhere but inside a character.
   */
  static List<Span> at(String text, Span span, int longest) {
    List<Span> pieces = new ArrayList<>();
    int start = span.start();
    while (span.end() - start > longest) {
      int end = cut(text, start, start + longest);
      add(new Span(start, end).stripped(text), pieces);
      start = end;
    }
    add(new Span(start, span.end()).stripped(text), pieces);
    return pieces;
  }

  private static void add(Span piece, List<Span> pieces) {
    if (piece.length() > 0) {
      pieces.add(piece);
    }
  }

  private static int cut(String text, int start, int limit) {
    int blank = -1;
    for (int i = limit - 1; i > start + (limit - start) / 2; i--) {
      char c = text.charAt(i);
      if (CLAUSE_ENDS.indexOf(c) >= 0) {
        return i + 1;
      }
      if (blank < 0 && Blanks.isBlank(c)) {
        blank = i + 1;
      }
    }
    if (blank > 0) {
      return blank;
    }
    return Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
  }
}
