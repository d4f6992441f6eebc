package io.onceflow.engine.embedded.encode;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Splits text into the words that WordPiece cuts up: BERT's clean-up, then a cut at white space,
 * and each punctuation mark and each Han character on its own.
 */
record BertWords(boolean lowerCase, boolean stripAccents) {

  List<String> split(String text) {
    String normal = stripAccents ? Normalizer.normalize(text, Normalizer.Form.NFD) : text;
    List<String> words = new ArrayList<>(normal.length() / 5 + 4);
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < normal.length(); ) {
      int c = normal.codePointAt(i);
      i += Character.charCount(c);
      if (dropped(c)) {
        continue;
      }
      if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
        finish(word, words);
      } else if (isHan(c) || isPunctuation(c)) {
        finish(word, words);
        words.add(Character.toString(c));
      } else {
        word.append(cased(c));
      }
    }
    finish(word, words);
    return words;
  }

  private String cased(int c) {
    String character = Character.toString(c);
    return lowerCase ? character.toLowerCase(Locale.ROOT) : character;
  }

  private static void finish(StringBuilder word, List<String> words) {
    if (!word.isEmpty()) {
      words.add(word.toString());
      word.setLength(0);
    }
  }

  private boolean dropped(int c) {
    int type = Character.getType(c);
    if (stripAccents && type == Character.NON_SPACING_MARK) {
      return true;
    }
    if (c == '\t' || c == '\n' || c == '\r') {
      return false;
    }
    return c == 0
        || c == 0xFFFD
        || type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.UNASSIGNED
        || type == Character.PRIVATE_USE
        || type == Character.SURROGATE;
  }

  /** BERT's list of blocks, which is wider than the everyday one and leaves out kana. */
  private static boolean isHan(int c) {
    return (c >= 0x4E00 && c <= 0x9FFF)
        || (c >= 0x3400 && c <= 0x4DBF)
        || (c >= 0x20000 && c <= 0x2A6DF)
        || (c >= 0x2A700 && c <= 0x2B73F)
        || (c >= 0x2B740 && c <= 0x2B81F)
        || (c >= 0x2B820 && c <= 0x2CEAF)
        || (c >= 0xF900 && c <= 0xFAFF)
        || (c >= 0x2F800 && c <= 0x2FA1F);
  }

  private static boolean isPunctuation(int c) {
    boolean ascii =
        (c >= 33 && c <= 47)
            || (c >= 58 && c <= 64)
            || (c >= 91 && c <= 96)
            || (c >= 123 && c <= 126);
    return ascii
        || switch (Character.getType(c)) {
          case Character.CONNECTOR_PUNCTUATION,
              Character.DASH_PUNCTUATION,
              Character.START_PUNCTUATION,
              Character.END_PUNCTUATION,
              Character.INITIAL_QUOTE_PUNCTUATION,
              Character.FINAL_QUOTE_PUNCTUATION,
              Character.OTHER_PUNCTUATION ->
              true;
          default -> false;
        };
  }
}
