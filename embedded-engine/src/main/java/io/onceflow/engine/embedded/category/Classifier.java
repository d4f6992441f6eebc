package io.onceflow.engine.embedded.category;

import io.onceflow.engine.embedded.category.Category.Alternative;
import io.onceflow.engine.embedded.encode.ArticleEncoder;
import io.onceflow.engine.embedded.encode.Embedding;
import io.onceflow.engine.embedded.text.Article;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Sorts an article under the label whose description or examples it is nearest to in meaning
 * (zero-shot by embeddings, Yin et al. 2019). It sorts by topic; it does not know genres.
 */
public final class Classifier {
  /** Below it about a third of the answers are wrong, above it about a tenth: see the README. */
  private static final double SURE_MARGIN = 0.04;

  private static final int ALTERNATIVES = 4;

  /** Spreads cosine similarities, which lie close together, into shares. */
  private static final double TEMPERATURE = 0.04;

  private final ArticleEncoder encoder;
  private final LabelVectors labels;

  public Classifier(ArticleEncoder encoder, LabelVectors labels) {
    this.encoder = encoder;
    this.labels = labels;
  }

  /** The nearest label; the first one, with no confidence at all, for an article without words. */
  public Category classify(Article article) {
    Optional<Embedding> whole = encoder.encode(article);
    List<Nearness> ranked = new ArrayList<>();
    for (LabelVectors.Entry entry : labels.entries()) {
      double similarity = whole.map(vector -> vector.nearest(entry.vectors())).orElse(0.0);
      ranked.add(new Nearness(entry.name(), similarity));
    }
    // stable: of equals the label that stands first
    ranked.sort(Comparator.comparingDouble(Nearness::similarity).reversed());
    return answer(ranked, whole.isPresent());
  }

  private record Nearness(String label, double similarity) {}

  private static Category answer(List<Nearness> ranked, boolean readable) {
    double best = ranked.getFirst().similarity();
    double all =
        ranked.stream().mapToDouble(n -> Math.exp((n.similarity() - best) / TEMPERATURE)).sum();
    List<Alternative> shares = new ArrayList<>();
    for (Nearness n : ranked.subList(0, Math.min(ranked.size(), ALTERNATIVES + 1))) {
      shares.add(
          new Alternative(
              n.label(), rounded(Math.exp((n.similarity() - best) / TEMPERATURE) / all)));
    }
    double margin = ranked.size() == 1 ? 1 : best - ranked.get(1).similarity();
    return new Category(
        shares.getFirst().label(),
        shares.getFirst().confidence(),
        rounded(margin),
        !readable || margin < SURE_MARGIN,
        shares.subList(1, shares.size()));
  }

  private static double rounded(double value) {
    return Math.round(value * 1e4) / 1e4;
  }
}
