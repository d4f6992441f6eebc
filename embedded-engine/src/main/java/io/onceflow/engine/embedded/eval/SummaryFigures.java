package io.onceflow.engine.embedded.eval;

import io.onceflow.engine.embedded.EmbeddedEngine;
import io.onceflow.engine.embedded.summary.SummaryOptions;
import java.util.List;
import java.util.Random;

/** How near a one-sentence summary is to a person's, beside the first and a random sentence. */
record SummaryFigures(EmbeddedEngine engine, boolean chinese) {

  String of(List<Sample> samples) {
    double ours = 0;
    double lead = 0;
    double random = 0;
    double best = 0;
    for (int i = 0; i < samples.size(); i++) {
      Sample sample = samples.get(i);
      String summary = engine.summary(sample.document(), new SummaryOptions(1)).text();
      ours += rouge(summary, sample);
      List<String> sentences = Baselines.sentences(sample.text(), chinese);
      lead += rouge(sentences.getFirst(), sample);
      random += rouge(sentences.get(new Random(i).nextInt(sentences.size())), sample);
      best += sentences.stream().mapToDouble(sentence -> rouge(sentence, sample)).max().orElse(0);
    }
    double n = samples.size();
    return "ROUGE-1 F %.3f | first sentence %.3f, random sentence %.3f, best possible %.3f"
        .formatted(ours / n, lead / n, random / n, best / n);
  }

  private double rouge(String answer, Sample sample) {
    return chinese
        ? Tokens.rouge1(Tokens.characters(answer), Tokens.characters(sample.label()))
        : Tokens.rouge1(Tokens.words(answer), Tokens.words(sample.label()));
  }
}
