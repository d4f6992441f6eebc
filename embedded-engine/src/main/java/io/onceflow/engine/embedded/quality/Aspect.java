package io.onceflow.engine.embedded.quality;

import java.util.Locale;

/** What a quality score is made of, with each part's weight in the whole. */
public enum Aspect {
  /** Is there enough text to say something? */
  SUBSTANCE(0.15),
  /** Are words and sentences of a length that reads easily? */
  READABILITY(0.15),
  /** Do whole sentences stand in paragraphs? */
  STRUCTURE(0.15),
  /** Does the text not repeat itself? */
  ORIGINALITY(0.20),
  /** Are the words those of the language, spelled and spaced as usual? */
  LANGUAGE(0.20),
  /** Does each sentence follow from the one before? */
  COHERENCE(0.15);

  private final double weight;

  Aspect(double weight) {
    this.weight = weight;
  }

  double weight() {
    return weight;
  }

  /** Whether a low score here holds down the whole: not where texts may well differ in form. */
  boolean holdsDown() {
    return this != READABILITY && this != STRUCTURE;
  }

  /** The name in results: lower case. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
