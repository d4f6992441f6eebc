package io.onceflow.engine.embedded;

import io.onceflow.engine.embedded.category.CategoryLabels;
import io.onceflow.engine.embedded.category.Classifier;
import io.onceflow.engine.embedded.category.LabelVectors;
import io.onceflow.engine.embedded.encode.ArticleEncoder;
import io.onceflow.engine.embedded.encode.SentenceEncoder;
import io.onceflow.engine.embedded.keywords.KeywordExtractor;
import io.onceflow.engine.embedded.quality.QualityJudge;
import io.onceflow.engine.embedded.summary.Summarizer;
import io.onceflow.engine.embedded.text.Document;
import io.onceflow.engine.embedded.text.DocumentReader;
import io.onceflow.engine.embedded.text.Language;
import io.onceflow.engine.embedded.text.LanguageReader;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One language's models and the steps that use them, loaded once, when they are first needed. */
final class LanguageSteps implements AutoCloseable {
  /** Sets of labels whose vectors are kept; more than a deployment has. */
  private static final int LABEL_SETS = 16;

  private final Language language;
  private final Object loading = new Object();
  private final Map<CategoryLabels, Classifier> classifiers = new LinkedHashMap<>();
  private volatile @Nullable Loaded loaded;

  record Loaded(
      LanguageReader reader,
      SentenceEncoder encoder,
      QualityJudge quality,
      KeywordExtractor keywords,
      Summarizer summary) {}

  LanguageSteps(Language language) {
    this.language = language;
  }

  Loaded load() {
    Loaded present = loaded;
    return present != null ? present : loadOnce();
  }

  private Loaded loadOnce() {
    synchronized (loading) {
      Loaded present = loaded;
      return present != null ? present : loadNow();
    }
  }

  private Loaded loadNow() {
    LanguageReader reader = LanguageReader.load(language);
    SentenceEncoder encoder = SentenceEncoder.load(language);
    Loaded now =
        new Loaded(
            reader,
            encoder,
            new QualityJudge(reader, encoder),
            new KeywordExtractor(language, reader, encoder),
            new Summarizer(encoder));
    loaded = now;
    return now;
  }

  LanguageReader reader() {
    return load().reader();
  }

  String modelId() {
    return load().encoder().modelId();
  }

  QualityJudge quality() {
    return load().quality();
  }

  KeywordExtractor keywords() {
    return load().keywords();
  }

  Summarizer summary() {
    return load().summary();
  }

  /** The classifier for a set of labels; reading the labels is done once for each set. */
  Classifier category(CategoryLabels labels, DocumentReader documents) {
    // loading has a lock of its own: examples in the other language have that one's models loaded
    synchronized (classifiers) {
      Classifier known = classifiers.get(labels);
      if (known != null) {
        return known;
      }
      if (classifiers.size() >= LABEL_SETS) {
        classifiers.remove(classifiers.keySet().iterator().next());
      }
      Classifier classifier = classifier(labels, documents);
      classifiers.put(labels, classifier);
      return classifier;
    }
  }

  private Classifier classifier(CategoryLabels labels, DocumentReader documents) {
    SentenceEncoder encoder = load().encoder();
    return new Classifier(
        new ArticleEncoder(encoder),
        LabelVectors.of(
            labels, language, encoder, example -> documents.read(Document.of(example))));
  }

  @Override
  public void close() {
    Loaded present = loaded;
    if (present != null) {
      present.encoder().close();
    }
  }
}
