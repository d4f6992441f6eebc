package io.onceflow.worker.engine.openai.prompt;

import java.lang.Character.UnicodeScript;

/** The families of languages that have prompts of their own. */
public enum LanguageFamily {
  /** English, and every language without a prompt of its own. */
  ENGLISH("en"),
  CHINESE("zh");

  /** A longer text tells no more. */
  private static final int SAMPLE = 4_000;

  /** One Han character weighs as some letters. */
  private static final double HAN_SHARE = 0.15;

  private static final double KANA_SHARE = 0.1;

  /** Where the Han radicals begin; neither Han nor kana come before. */
  private static final int FIRST_OF_HAN_AND_KANA = 0x2E80;

  private final String code;

  LanguageFamily(String code) {
    this.code = code;
  }

  /** As the prompts' files are named. */
  public String code() {
    return code;
  }

  /** The family of a text by its script; Japanese, which has Han characters too, is not Chinese. */
  public static LanguageFamily of(String text) {
    long letters = 0;
    long han = 0;
    long kana = 0;
    for (int i = 0; i < Math.min(text.length(), SAMPLE); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (Character.isLetter(c)) {
        letters++;
        if (c >= FIRST_OF_HAN_AND_KANA) {
          switch (UnicodeScript.of(c)) {
            case HAN -> han++;
            case HIRAGANA, KATAKANA -> kana++;
            default -> {}
          }
        }
      }
    }
    return han > HAN_SHARE * letters && kana <= KANA_SHARE * letters ? CHINESE : ENGLISH;
  }
}
