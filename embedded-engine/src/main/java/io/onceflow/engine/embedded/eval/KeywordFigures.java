package io.onceflow.engine.embedded.eval;

import io.onceflow.engine.embedded.EmbeddedEngine;
import io.onceflow.engine.embedded.keywords.Keyword;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** How many keywords are among people's index terms, beside frequent and random terms. */
record KeywordFigures(EmbeddedEngine engine, boolean chinese) {

  String of(List<Sample> samples) {
    double[] ours = new double[2];
    double[] frequent = new double[2];
    double[] random = new double[2];
    for (int i = 0; i < samples.size(); i++) {
      Sample sample = samples.get(i);
      Set<String> terms = new HashSet<>();
      for (String term : sample.label().split("\\|", -1)) {
        terms.add(bare(term));
      }
      List<Keyword> keywords = engine.keywords(sample.document());
      add(ours, keywords.stream().map(Keyword::keyword).toList(), terms);
      add(frequent, Baselines.frequentTerms(sample.text(), chinese), terms);
      add(random, Baselines.randomTerms(sample.text(), chinese, new Random(i)), terms);
    }
    return "%s | frequent terms %s, random terms %s"
        .formatted(line(ours, samples), line(frequent, samples), line(random, samples));
  }

  private static String line(double[] sums, List<Sample> samples) {
    return "P@5 %.3f R@10 %.3f".formatted(sums[0] / samples.size(), sums[1] / samples.size());
  }

  private static void add(double[] sums, List<String> answers, Set<String> terms) {
    List<String> bare = answers.stream().map(KeywordFigures::bare).distinct().toList();
    sums[0] += bare.stream().limit(5).filter(terms::contains).count() / 5.0;
    sums[1] += bare.stream().limit(10).filter(terms::contains).count() / (double) terms.size();
  }

  private static String bare(String term) {
    return String.join(" ", Tokens.words(term));
  }
}
