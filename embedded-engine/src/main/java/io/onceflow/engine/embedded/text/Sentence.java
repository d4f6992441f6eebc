package io.onceflow.engine.embedded.text;

/**
 * A sentence and its place in the document.
 *
 * @param text the document's words between {@code start} and {@code end}, with line breaks and runs
 *     of blanks drawn together
 * @param start index of its first character in the document's text, in UTF-16 units as {@link
 *     String#substring(int, int)} and JavaScript count
 * @param end index just past its last character
 */
public record Sentence(String text, int start, int end) {}
