package io.onceflow.engine.embedded.text;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import opennlp.tools.langdetect.LanguageDetectorME;
import opennlp.tools.langdetect.LanguageDetectorModel;
import org.jspecify.annotations.Nullable;

/**
 * Tells which language a document is written in. The script decides for Chinese and Japanese; then
 * the sender's word is taken, and last OpenNLP's model is asked. Safe for use by many threads.
 */
final class LanguageDetector {
  /** A text counts as Chinese from this share of Han characters among its letters. */
  private static final double HAN_SHARE = 0.15;

  /** Half translated texts: a Chinese title over a body that is still English for the most part. */
  private static final double HAN_SHARE_UNDER_CHINESE_TITLE = 0.02;

  private static final double HALF = 0.5;
  private static final double KANA_SHARE = 0.10;

  /** With fewer letters the model guesses. */
  private static final int FEWEST_LETTERS = 25;

  /** More text does not make the model surer. */
  private static final int SAMPLE = 2_000;

  private final LanguageDetectorModel model;
  private final Map<String, String> shortCodes;

  private LanguageDetector(LanguageDetectorModel model) {
    this.model = model;
    this.shortCodes = shortCodes();
  }

  static LanguageDetector load() {
    try (InputStream stream = LanguageDetector.class.getResourceAsStream("/langdetect-183.bin")) {
      if (stream == null) {
        throw new FileNotFoundException("not on the class path: /langdetect-183.bin");
      }
      return new LanguageDetector(new LanguageDetectorModel(stream));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot load the language model", e);
    }
  }

  /** The ISO 639-1 code where there is one, else the ISO 639-3 code; English if nothing tells. */
  String detect(Document document) {
    Letters letters = Letters.of(document.text());
    String title = document.title();
    Letters titled = Letters.of(title == null ? "" : title);
    boolean chineseTitle = titled.share(titled.han()) > HALF;
    if (letters.share(letters.han()) > (chineseTitle ? HAN_SHARE_UNDER_CHINESE_TITLE : HAN_SHARE)) {
      return letters.share(letters.kana()) > KANA_SHARE ? "ja" : Language.CHINESE.code();
    }
    String stated = stated(document.language());
    if (stated != null && !stated.equals(Language.CHINESE.code())) {
      return stated;
    }
    if (letters.all() < FEWEST_LETTERS) {
      return Language.ENGLISH.code();
    }
    String text = document.text();
    String sample = text.substring(0, Math.min(SAMPLE, text.length()));
    String code = new LanguageDetectorME(model).predictLanguage(sample).getLang();
    return shortCodes.getOrDefault(code, code);
  }

  private static @Nullable String stated(@Nullable String tag) {
    if (tag == null) {
      return null;
    }
    String code = Locale.forLanguageTag(tag.strip()).getLanguage();
    return code.isEmpty() || code.length() > 3 ? null : code;
  }

  private static Map<String, String> shortCodes() {
    Map<String, String> codes = new HashMap<>();
    for (String code : Locale.getISOLanguages()) {
      codes.put(Locale.of(code).getISO3Language(), code);
    }
    codes.put("cmn", Language.CHINESE.code());
    return codes;
  }

  /** How many letters a text has, and of which scripts. */
  private record Letters(long all, long han, long kana) {

    static Letters of(String text) {
      long all = 0;
      long han = 0;
      long kana = 0;
      for (int i = 0; i < text.length(); ) {
        int c = text.codePointAt(i);
        i += Character.charCount(c);
        if (!Character.isLetter(c)) {
          continue;
        }
        all++;
        switch (Character.UnicodeScript.of(c)) {
          case HAN -> han++;
          case HIRAGANA, KATAKANA -> kana++;
          default -> {}
        }
      }
      return new Letters(all, han, kana);
    }

    double share(long count) {
      return all == 0 ? 0 : (double) count / all;
    }
  }
}
