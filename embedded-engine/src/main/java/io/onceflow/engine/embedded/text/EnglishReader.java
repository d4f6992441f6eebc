package io.onceflow.engine.embedded.text;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import opennlp.tools.postag.POSModel;
import opennlp.tools.postag.POSTaggerME;
import opennlp.tools.sentdetect.SentenceDetectorME;
import opennlp.tools.sentdetect.SentenceModel;
import opennlp.tools.tokenize.TokenizerME;
import opennlp.tools.tokenize.TokenizerModel;

/**
 * English by OpenNLP's models, trained on the Universal Dependencies treebank EWT.
 *
 * <p>The models are shared, the objects that apply them are not safe for threads: each call makes
 * its own, which is cheap and also keeps one text's cached decisions out of the next one's.
 */
final class EnglishReader implements LanguageReader {
  private static final Pattern WORD = Pattern.compile("\\p{L}[\\p{L}\\p{M}\\p{N}'’.+#_-]*");

  private final SentenceModel sentences;
  private final TokenizerModel tokens;
  private final POSModel partsOfSpeech;

  private EnglishReader(SentenceModel sentences, TokenizerModel tokens, POSModel partsOfSpeech) {
    this.sentences = sentences;
    this.tokens = tokens;
    this.partsOfSpeech = partsOfSpeech;
  }

  static EnglishReader load() {
    try (InputStream sentences = open("/opennlp-en-ud-ewt-sentence-1.2-2.5.0.bin");
        InputStream tokens = open("/opennlp-en-ud-ewt-tokens-1.2-2.5.0.bin");
        InputStream partsOfSpeech = open("/opennlp-en-ud-ewt-pos-1.2-2.5.0.bin")) {
      return new EnglishReader(
          new SentenceModel(sentences), new TokenizerModel(tokens), new POSModel(partsOfSpeech));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot load the English models", e);
    }
  }

  private static InputStream open(String resource) throws IOException {
    InputStream stream = EnglishReader.class.getResourceAsStream(resource);
    if (stream == null) {
      throw new FileNotFoundException("not on the class path: " + resource);
    }
    return stream;
  }

  @Override
  public List<Span> sentences(String paragraph) {
    List<Span> spans = new ArrayList<>();
    for (opennlp.tools.util.Span span :
        new SentenceDetectorME(sentences).sentPosDetect(paragraph)) {
      spans.add(new Span(span.getStart(), span.getEnd()));
    }
    return spans;
  }

  @Override
  public List<Word> words(String sentence) {
    String[] texts = new TokenizerME(tokens).tokenize(sentence);
    String[] tags = new POSTaggerME(partsOfSpeech).tag(texts);
    List<Word> words = new ArrayList<>(texts.length);
    for (int i = 0; i < texts.length; i++) {
      words.add(new Word(texts[i], key(texts[i]), kind(texts[i], tags[i])));
    }
    return words;
  }

  private static Word.Kind kind(String text, String tag) {
    if (!WORD.matcher(text).matches()) {
      return Word.Kind.MARK;
    }
    return switch (tag) {
      case "NOUN", "PROPN" -> Word.Kind.NOUN;
      case "ADJ" -> Word.Kind.MODIFIER;
      default -> Word.Kind.OTHER;
    };
  }

  /**
   * Lower case, and a plural's usual ending taken off: enough to bring a noun's two forms together.
   */
  private static String key(String text) {
    String word = text.toLowerCase(Locale.ROOT);
    if (word.length() > 4 && word.endsWith("ies")) {
      return word.substring(0, word.length() - 3) + "y";
    }
    boolean plural =
        word.length() > 3
            && word.endsWith("s")
            && !word.endsWith("ss")
            && !word.endsWith("us")
            && !word.endsWith("is");
    return plural ? word.substring(0, word.length() - 1) : word;
  }
}
