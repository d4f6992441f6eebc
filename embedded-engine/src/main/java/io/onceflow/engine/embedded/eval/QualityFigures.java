package io.onceflow.engine.embedded.eval;

import io.onceflow.engine.embedded.EmbeddedEngine;
import io.onceflow.engine.embedded.text.Document;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * How well the quality score tells texts from damaged copies of them: the chance that a text scores
 * higher than a copy of any of the texts (AUC), .5 being blind. The damage is made up by us: edited
 * texts of other kinds are harder to rank.
 */
record QualityFigures(EmbeddedEngine engine, boolean chinese) {
  private static final int LONG_ENOUGH = 600;
  private static final int MOST_TEXTS = 60;

  String of(List<Sample> samples) {
    int enough = chinese ? LONG_ENOUGH / 2 : LONG_ENOUGH;
    List<List<String>> texts =
        samples.stream()
            .filter(sample -> sample.text().length() >= enough)
            .limit(MOST_TEXTS)
            .map(sample -> Baselines.sentences(sample.text(), chinese))
            .toList();
    if (texts.isEmpty()) {
      return "quality: no text is long enough";
    }
    List<Integer> whole = scores(texts, (text, random) -> text);
    return "quality of %d texts: mean %.0f; AUC words shuffled %.2f, sentences repeated %.2f, two sentences left %.2f, texts mixed %.2f"
        .formatted(
            texts.size(),
            whole.stream().mapToInt(Integer::intValue).average().orElse(0),
            auc(whole, scores(texts, this::shuffled)),
            auc(whole, scores(texts, QualityFigures::repeated)),
            auc(whole, scores(texts, (text, random) -> text.subList(0, Math.min(2, text.size())))),
            auc(whole, scores(texts, (text, random) -> mixed(texts, text.size(), random))));
  }

  private List<Integer> scores(
      List<List<String>> texts, BiFunction<List<String>, Random, List<String>> damage) {
    return IntStream.range(0, texts.size())
        .mapToObj(i -> String.join("\n", damage.apply(texts.get(i), new Random(i))))
        .map(text -> engine.quality(Document.of(text)).score())
        .toList();
  }

  private List<String> shuffled(List<String> text, Random random) {
    return text.stream()
        .map(
            sentence -> {
              String gap = chinese ? "" : " ";
              List<String> words = new ArrayList<>(List.of(sentence.split(gap, -1)));
              Collections.shuffle(words, random);
              return String.join(gap, words);
            })
        .toList();
  }

  private static List<String> repeated(List<String> text, Random random) {
    List<String> padded = new ArrayList<>(text);
    for (int i = 0; i < text.size() / 2; i++) {
      padded.add(text.get(random.nextInt(text.size())));
    }
    return padded;
  }

  private static List<String> mixed(List<List<String>> texts, int size, Random random) {
    List<String> mixed = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      List<String> text = texts.get(random.nextInt(texts.size()));
      mixed.add(text.get(random.nextInt(text.size())));
    }
    return mixed;
  }

  private static double auc(List<Integer> good, List<Integer> bad) {
    double wins = 0;
    for (int one : good) {
      for (int other : bad) {
        wins += one > other ? 1 : one == other ? 0.5 : 0;
      }
    }
    return wins / ((double) good.size() * bad.size());
  }
}
