package io.onceflow.engine.embedded.text;

/** What the characters of a text say about its language. */
public final class Script {
  private Script() {}

  /** Whether a character is a Han character, as Chinese, and in part Japanese, is written with. */
  public static boolean isHan(int c) {
    return Character.UnicodeScript.of(c) == Character.UnicodeScript.HAN;
  }

  /**
   * Whether at least a fifth of a text's letters are Han characters: each weighs as some letters.
   */
  public static boolean isHan(String text) {
    long letters = text.codePoints().filter(Character::isLetter).count();
    return 5 * text.codePoints().filter(Script::isHan).count() > letters;
  }
}
