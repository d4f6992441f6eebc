package io.onceflow.engine.embedded;

import io.onceflow.engine.embedded.category.Category;
import io.onceflow.engine.embedded.category.CategoryLabels;
import io.onceflow.engine.embedded.encode.NativeLibraries;
import io.onceflow.engine.embedded.keywords.Keyword;
import io.onceflow.engine.embedded.quality.QualityScore;
import io.onceflow.engine.embedded.summary.Summary;
import io.onceflow.engine.embedded.summary.SummaryOptions;
import io.onceflow.engine.embedded.text.Article;
import io.onceflow.engine.embedded.text.Document;
import io.onceflow.engine.embedded.text.DocumentReader;
import io.onceflow.engine.embedded.text.Language;
import java.util.List;

/**
 * The four steps on a document, by models that run in this process.
 *
 * <p>Safe for use by many threads; each call works on its caller's thread alone. The same document
 * gives the same answer, on any thread and after any other document; between kinds of processors
 * the last digits may differ. Every call takes time in proportion to the document's length for
 * reading it, and bounded time for everything else; none throws for what a document contains.
 */
public final class EmbeddedEngine implements AutoCloseable {

  /** Changes whenever the same document could get another answer than before. */
  public static final String REVISION = "1";

  private final LanguageSteps english = new LanguageSteps(Language.ENGLISH);
  private final LanguageSteps chinese = new LanguageSteps(Language.CHINESE);
  private final DocumentReader reader;

  private EmbeddedEngine() {
    this.reader = DocumentReader.load(language -> steps(language).reader());
  }

  /**
   * Loads the models that the options ask for; takes one to three seconds.
   *
   * @throws java.io.UncheckedIOException if a model is not on the class path or the native
   *     libraries cannot be unpacked
   */
  public static EmbeddedEngine open(EmbeddedEngineOptions options) {
    if (options.nativeLibraryFolder() != null) {
      NativeLibraries.keepIn(options.nativeLibraryFolder());
    } else {
      NativeLibraries.loadWithoutTrace();
    }
    EmbeddedEngine engine = new EmbeddedEngine();
    options.preload().stream().sorted().forEach(language -> engine.steps(language).load());
    return engine;
  }

  /** Judges how the document is written. */
  public QualityScore quality(Document document) {
    Article article = reader.read(document);
    return steps(article.language()).quality().judge(article);
  }

  /** The document's keywords, weightiest first: five to ten where the text has so many to offer. */
  public List<Keyword> keywords(Document document) {
    Article article = reader.read(document);
    return steps(article.language()).keywords().extract(article);
  }

  /**
   * Sorts the document under one of the labels. Where no label is described in the document's
   * language but some are in the other one, the other language's model reads the document.
   */
  public Category category(Document document, CategoryLabels labels) {
    Article article = reader.read(document);
    return steps(labels.readable(article.language())).category(labels, reader).classify(article);
  }

  /** Picks the sentences that stand best for the document. */
  public Summary summary(Document document, SummaryOptions options) {
    Article article = reader.read(document);
    return steps(article.language()).summary().summarize(article, options);
  }

  /** The language a document is written in, as an ISO 639 code, as far as the engine can tell. */
  public String language(Document document) {
    return reader.languageOf(document);
  }

  /** The model that works on a document, for the record. */
  public String modelId(Document document) {
    return steps(DocumentReader.readAs(reader.languageOf(document))).modelId();
  }

  private LanguageSteps steps(Language language) {
    return switch (language) {
      case ENGLISH -> english;
      case CHINESE -> chinese;
    };
  }

  /** Frees the models. No call may be under way or follow. */
  @Override
  public void close() {
    english.close();
    chinese.close();
  }
}
