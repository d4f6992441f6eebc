package io.onceflow.engine.embedded.eval;

import io.onceflow.engine.embedded.EmbeddedEngine;
import io.onceflow.engine.embedded.keywords.Keyword;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** How many keywords are among people's index terms, beside frequent and random words. */
record KeywordFigures(EmbeddedEngine engine) {

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
      add(frequent, frequentWords(sample.text()), terms);
      List<String> words = new ArrayList<>(new HashSet<>(Tokens.words(sample.text())));
      Collections.sort(words);
      Collections.shuffle(words, new Random(i));
      add(random, words, terms);
    }
    return "%s | frequent words %s, random words %s"
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

  private static List<String> frequentWords(String text) {
    Map<String, Integer> counts = new HashMap<>();
    Tokens.words(text).stream()
        .filter(w -> w.length() > 3)
        .forEach(w -> counts.merge(w, 1, Integer::sum));
    List<Map.Entry<String, Integer>> entries = new ArrayList<>(counts.entrySet());
    entries.sort(
        Map.Entry.<String, Integer>comparingByValue()
            .reversed()
            .thenComparing(Map.Entry.comparingByKey()));
    return entries.stream().limit(10).map(Map.Entry::getKey).toList();
  }

  private static String bare(String term) {
    return String.join(" ", Tokens.words(term));
  }
}
