package io.onceflow.engine.embedded.text;

/**
 * A word in its sentence.
 *
 * @param text as written
 * @param key what other forms of the word share: lower case, and singular where that is easy to
 *     tell
 * @param kind its part in a phrase
 */
public record Word(String text, String key, Kind kind) {

  /** What part a word can play in a noun phrase. */
  public enum Kind {
    /** Can end a noun phrase, or stand in it. */
    NOUN,
    /** Can stand in a noun phrase before its noun. */
    MODIFIER,
    /** Any other word. */
    OTHER,
    /** No word: punctuation, a number, a symbol. */
    MARK
  }
}
