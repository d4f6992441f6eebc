package io.onceflow.engine.embedded.summary;

import io.onceflow.engine.embedded.text.Script;

/**
 * Tells whether a sentence can be read on its own: whole, of middling length, and made of words.
 */
final class Presentable {
  private static final double LETTERS = 0.6;
  private static final String ENGLISH_ENDS = ".!?\"”)'’";
  private static final String CHINESE_ENDS = "。！？!；…”」』）).";

  private Presentable() {}

  static boolean is(String sentence) {
    if (sentence.isEmpty()) {
      return false;
    }
    // by the sentence's own script: articles mix languages
    boolean chinese = Script.isHan(sentence);
    int length = sentence.length();
    boolean middling = chinese ? length >= 10 && length <= 160 : length >= 35 && length <= 420;
    String ends = chinese ? CHINESE_ENDS : ENGLISH_ENDS;
    return middling
        && ends.indexOf(sentence.charAt(length - 1)) >= 0
        && mostlyLetters(sentence)
        && !(chinese && isNumbered(sentence));
  }

  private static boolean mostlyLetters(String sentence) {
    int letters = 0;
    int visible = 0;
    for (int i = 0; i < sentence.length(); i++) {
      char c = sentence.charAt(i);
      letters += Character.isLetter(c) ? 1 : 0;
      visible += c == ' ' ? 0 : 1;
    }
    return letters > LETTERS * visible;
  }

  private static boolean isNumbered(String sentence) {
    int i = 0;
    while (i < sentence.length() && Character.isDigit(sentence.charAt(i))) {
      i++;
    }
    return i > 0 && i < sentence.length() && ".、 ".indexOf(sentence.charAt(i)) >= 0;
  }
}
