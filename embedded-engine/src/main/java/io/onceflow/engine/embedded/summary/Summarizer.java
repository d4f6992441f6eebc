package io.onceflow.engine.embedded.summary;

import io.onceflow.engine.embedded.encode.Embedding;
import io.onceflow.engine.embedded.encode.MarginalRelevance;
import io.onceflow.engine.embedded.encode.SentenceEncoder;
import io.onceflow.engine.embedded.summary.SentenceWeights.Title;
import io.onceflow.engine.embedded.text.Article;
import io.onceflow.engine.embedded.text.Language;
import io.onceflow.engine.embedded.text.Sentence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Picks the sentences that stand best for an article, weighed by {@link SentenceWeights}, then by
 * {@link MarginalRelevance}. In a long article no section gives more than its share, so that the
 * summary speaks of the whole.
 */
public final class Summarizer {
  private static final MarginalRelevance<Choice> RELEVANCE =
      new MarginalRelevance<>(0.25, Choice::weight, Summarizer::likeness);

  /** Sentences this much alike say the same. */
  private static final double SAME = 0.92;

  private final SentenceEncoder encoder;

  public Summarizer(SentenceEncoder encoder) {
    this.encoder = encoder;
  }

  /** The summary; empty for an article without sentences. */
  public Summary summarize(Article article, SummaryOptions options) {
    List<List<Sentence>> sections = Sections.of(article);
    if (sections.isEmpty()) {
      return new Summary("", List.of());
    }
    Title title = article.title().map(this::read).orElse(null);
    List<Choice> choices = weigh(sections, title, article.language());
    int share = (options.sentences() + sections.size() - 1) / sections.size();
    List<Sentence> sentences =
        pick(choices, options.sentences(), share).stream()
            .map(Choice::sentence)
            .sorted(Comparator.comparingInt(Sentence::start))
            .toList();
    String gap = article.language() == Language.CHINESE ? "" : " ";
    return new Summary(
        sentences.stream().map(Sentence::text).collect(Collectors.joining(gap)), sentences);
  }

  private Title read(String title) {
    return new Title(encoder.encode(title), new TitleWords(title));
  }

  private record Choice(Sentence sentence, int section, Embedding vector, double weight) {}

  private List<Choice> weigh(
      List<List<Sentence>> sections, @Nullable Title title, Language language) {
    List<List<Embedding>> vectors = new ArrayList<>();
    for (List<Sentence> section : sections) {
      vectors.add(encoder.encodeAll(section.stream().map(Sentence::text).toList()));
    }
    Embedding whole = Embedding.centroid(vectors.stream().flatMap(List::stream).toList());
    List<Choice> choices = new ArrayList<>();
    for (int s = 0; s < sections.size(); s++) {
      double[] weights =
          new SentenceWeights(sections.get(s), vectors.get(s), whole, title, language)
              .inSection(s, sections.size());
      for (int i = 0; i < weights.length; i++) {
        choices.add(new Choice(sections.get(s).get(i), s, vectors.get(s).get(i), weights[i]));
      }
    }
    return choices;
  }

  private static List<Choice> pick(List<Choice> choices, int count, int share) {
    return RELEVANCE.pick(
        choices,
        count,
        (choice, picked) -> {
          Choice latest = picked.getLast();
          return (choice.section() == latest.section() && hasGiven(latest.section(), picked, share))
              || choice.vector().similarity(latest.vector()) > SAME;
        });
  }

  private static boolean hasGiven(int section, List<Choice> picked, int share) {
    return picked.stream().filter(choice -> choice.section() == section).count() >= share;
  }

  private static double likeness(Choice choice, List<Choice> picked) {
    return choice.vector().nearest(picked.stream().map(Choice::vector).toList());
  }
}
