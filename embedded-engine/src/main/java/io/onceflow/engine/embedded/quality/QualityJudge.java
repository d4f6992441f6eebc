package io.onceflow.engine.embedded.quality;

import io.onceflow.engine.embedded.encode.SentenceEncoder;
import io.onceflow.engine.embedded.text.Article;
import io.onceflow.engine.embedded.text.Language;
import io.onceflow.engine.embedded.text.LanguageReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Scores an article's form, aspect by aspect, in bounded time. It knows nothing of what the article
 * says: see {@link QualityScore} for what that leaves out.
 */
public final class QualityJudge {
  private static final int FEWEST_WORDS = 5;
  private static final String FORM_ONLY =
      "The score judges form only: whether what the text says is true or useful was not looked at.";

  /** However good the rest is, a text is worth little more than 45 where one aspect fails. */
  private static final double FLOOR = 45;

  private final LanguageReader reader;
  private final SentenceEncoder encoder;

  public QualityJudge(LanguageReader reader, SentenceEncoder encoder) {
    this.reader = reader;
    this.encoder = encoder;
  }

  /** The score; 0 in all aspects for an article of fewer than five words. */
  public QualityScore judge(Article article) {
    Sample sample = Sample.of(article, reader, encoder);
    boolean judged = sample.words().size() >= FEWEST_WORDS;
    Map<String, Integer> aspects = new LinkedHashMap<>();
    List<String> comments = new ArrayList<>();
    double mean = 0;
    double weakest = 100;
    for (Aspect aspect : Aspect.values()) {
      Finding finding = judged ? find(aspect, sample) : new Finding(0, "too little text to judge");
      aspects.put(aspect.key(), (int) Math.round(finding.score()));
      comments.add(aspect.key() + ": " + finding.comment());
      mean += aspect.weight() * finding.score();
      weakest = aspect.holdsDown() ? Math.min(weakest, finding.score()) : weakest;
    }
    comments.addAll(remarks(article));
    double score = judged ? Math.min(mean, FLOOR + (100 - FLOOR) * weakest / 100) : 0;
    return new QualityScore((int) Math.round(score), aspects, comments);
  }

  private Finding find(Aspect aspect, Sample sample) {
    return switch (aspect) {
      case SUBSTANCE -> Substance.of(sample);
      case READABILITY -> Readability.of(sample);
      case STRUCTURE -> Structure.of(sample);
      case ORIGINALITY -> Originality.of(sample);
      case LANGUAGE ->
          sample.chinese()
              ? ChineseWording.of(sample)
              : EnglishWording.of(sample, encoder.tokenizer());
      case COHERENCE -> Coherence.of(sample);
    };
  }

  private static List<String> remarks(Article article) {
    List<String> remarks = new ArrayList<>();
    String code = article.languageCode();
    if (!code.equals(Language.ENGLISH.code()) && !code.equals(Language.CHINESE.code())) {
      remarks.add(
          "The text seems to be in '"
              + code
              + "'; it was read as "
              + article.language().code()
              + ", so take the score with care.");
    }
    remarks.add(FORM_ONLY);
    return remarks;
  }
}
