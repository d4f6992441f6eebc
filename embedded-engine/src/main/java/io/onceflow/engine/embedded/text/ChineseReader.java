package io.onceflow.engine.embedded.text;

import com.hankcs.hanlp.HanLP;
import com.hankcs.hanlp.seg.Segment;
import com.hankcs.hanlp.seg.common.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Chinese by HanLP's dictionaries and its shortest-path segmenter. */
final class ChineseReader implements LanguageReader {
  private static final String ENDS = "。！？!?；…";
  private static final String CLOSES = "”’」』）)】》\"'";

  private final Segment segment;

  private ChineseReader(Segment segment) {
    this.segment = segment;
  }

  static ChineseReader load() {
    Segment segment = HanLP.newSegment().enablePlaceRecognize(true);
    // the dictionaries load at the first use: have it now
    segment.seg("载入词典");
    return new ChineseReader(segment);
  }

  @Override
  public List<Span> sentences(String paragraph) {
    List<Span> spans = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < paragraph.length(); i++) {
      if (ends(paragraph, i)) {
        int end = i + 1;
        while (end < paragraph.length() && continues(paragraph.charAt(end))) {
          end++;
        }
        add(new Span(start, end).stripped(paragraph), spans);
        start = end;
        i = end - 1;
      }
    }
    add(new Span(start, paragraph.length()).stripped(paragraph), spans);
    return spans;
  }

  private static void add(Span span, List<Span> spans) {
    if (span.length() > 0) {
      spans.add(span);
    }
  }

  private static boolean continues(char c) {
    return CLOSES.indexOf(c) >= 0 || ENDS.indexOf(c) >= 0;
  }

  private static boolean ends(String text, int i) {
    char c = text.charAt(i);
    if (c != '.') {
      return ENDS.indexOf(c) >= 0;
    }
    // a Western full stop among Chinese: after a word, before white space and another sentence
    return i >= 2
        && i + 2 < text.length()
        && Character.isLetter(text.charAt(i - 1))
        && Character.isLetter(text.charAt(i - 2))
        && Character.isWhitespace(text.charAt(i + 1))
        && !Character.isLowerCase(text.charAt(i + 2));
  }

  @Override
  public List<Word> words(String sentence) {
    List<Word> words = new ArrayList<>();
    for (Term term : segment.seg(sentence)) {
      if (!term.word.isBlank()) {
        words.add(
            new Word(
                term.word,
                term.word.toLowerCase(Locale.ROOT),
                kind(term.word, term.nature.toString())));
      }
    }
    return words;
  }

  /** By the tags of the Peking University corpus, as HanLP extends them. */
  private static Word.Kind kind(String word, String tag) {
    if (word.codePoints().noneMatch(Character::isLetter)) {
      return Word.Kind.MARK;
    }
    if (tag.startsWith("n") || tag.startsWith("g") || tag.equals("vn")) {
      return Word.Kind.NOUN;
    }
    return switch (tag) {
      case "a", "an", "b" -> Word.Kind.MODIFIER;
      default -> Word.Kind.OTHER;
    };
  }
}
