package io.onceflow.engine.embedded.keywords;

import io.onceflow.engine.embedded.encode.ArticleEncoder;
import io.onceflow.engine.embedded.encode.Embedding;
import io.onceflow.engine.embedded.encode.MarginalRelevance;
import io.onceflow.engine.embedded.encode.SentenceEncoder;
import io.onceflow.engine.embedded.text.Article;
import io.onceflow.engine.embedded.text.Language;
import io.onceflow.engine.embedded.text.LanguageReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds an article's keywords: noun phrases weighed by where and how often they stand (after YAKE,
 * Campos et al. 2020) and by how near their meaning is to the whole article's (KeyBERT,
 * Grootendorst 2020), then picked by {@link MarginalRelevance}.
 */
public final class KeywordExtractor {
  private static final int MOST = 10;
  private static final int SHORTLIST = 80;
  private static final double MEANING = 0.5;
  private static final MarginalRelevance<Meant> RELEVANCE =
      new MarginalRelevance<>(0.3, Meant::score, KeywordExtractor::likeness);

  private final Candidates candidates;
  private final Language language;
  private final SentenceEncoder encoder;
  private final ArticleEncoder articleEncoder;

  public KeywordExtractor(Language language, LanguageReader reader, SentenceEncoder encoder) {
    this.candidates = new Candidates(language, reader);
    this.language = language;
    this.encoder = encoder;
    this.articleEncoder = new ArticleEncoder(encoder);
  }

  /** At most ten, weightiest first; fewer where the text has no more phrases to offer. */
  public List<Keyword> extract(Article article) {
    Optional<Embedding> whole = articleEncoder.encode(article);
    List<Weighed> shortlist = shortlist(article);
    if (whole.isEmpty() || shortlist.isEmpty()) {
      return List.of();
    }
    return pick(byMeaning(shortlist, whole.get()));
  }

  private List<Weighed> shortlist(Article article) {
    List<Weighed> weighed = new ArrayList<>();
    for (Candidate candidate : candidates.of(article)) {
      weighed.add(new Weighed(candidate, PhraseWeight.of(candidate, language)));
    }
    weighed.sort(Comparator.comparingDouble(Weighed::weight).reversed());
    return weighed.subList(0, Math.min(SHORTLIST, weighed.size()));
  }

  private record Weighed(Candidate candidate, double weight) {}

  private List<Meant> byMeaning(List<Weighed> shortlist, Embedding whole) {
    List<Embedding> vectors =
        encoder.encodeAll(shortlist.stream().map(w -> w.candidate().written()).toList());
    double[] nearness = vectors.stream().mapToDouble(whole::similarity).toArray();
    double nearest = max(nearness);
    double farthest = -max(vectors.stream().mapToDouble(v -> -whole.similarity(v)).toArray());
    double heaviest = shortlist.getFirst().weight();
    List<Meant> meant = new ArrayList<>();
    for (int i = 0; i < nearness.length; i++) {
      double range = nearest - farthest;
      double meaning = range > 0 ? (nearness[i] - farthest) / range : 0;
      double statistics = shortlist.get(i).weight() / heaviest;
      double score = MEANING * meaning + (1 - MEANING) * statistics;
      meant.add(new Meant(shortlist.get(i).candidate(), vectors.get(i), score));
    }
    return meant;
  }

  private static double max(double[] values) {
    double max = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      max = Math.max(max, value);
    }
    return max;
  }

  private record Meant(Candidate candidate, Embedding vector, double score) {}

  private static List<Keyword> pick(List<Meant> rest) {
    return RELEVANCE
        .pick(rest, MOST, (one, picked) -> nested(one.candidate(), picked.getLast().candidate()))
        .stream()
        .sorted(Comparator.comparingDouble(Meant::score).reversed())
        .map(one -> new Keyword(one.candidate().written(), rounded(one.score())))
        .toList();
  }

  private static double likeness(Meant one, List<Meant> picked) {
    double likeness = 0;
    for (Meant other : picked) {
      boolean shares = sharesWord(one.candidate(), other.candidate());
      double similarity = one.vector().similarity(other.vector());
      likeness = Math.max(likeness, shares ? Math.max(0.85, similarity) : similarity);
    }
    return likeness;
  }

  private static boolean sharesWord(Candidate one, Candidate other) {
    return one.keys().stream().anyMatch(other.keys()::contains);
  }

  /** One phrase within the other says nothing new, unless the shorter is met far more often. */
  private static boolean nested(Candidate one, Candidate other) {
    Candidate shorter = one.keys().size() <= other.keys().size() ? one : other;
    Candidate longer = shorter == one ? other : one;
    Set<String> words = new HashSet<>(longer.keys());
    return words.containsAll(shorter.keys()) && shorter.count() < 3 * longer.count();
  }

  private static double rounded(double score) {
    return Math.round(score * 1e4) / 1e4;
  }
}
