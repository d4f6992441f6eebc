package io.onceflow.engine.embedded.text;

/** A stretch of text: from {@code start} to just before {@code end}. */
record Span(int start, int end) {

  int length() {
    return end - start;
  }

  /** This stretch without white space at its ends. */
  Span stripped(CharSequence text) {
    int from = start;
    int to = end;
    while (from < to && Blanks.isBlank(text.charAt(from))) {
      from++;
    }
    while (to > from && Blanks.isBlank(text.charAt(to - 1))) {
      to--;
    }
    return new Span(from, to);
  }
}
