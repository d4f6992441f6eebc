package io.onceflow.engine.embedded.category;

import io.onceflow.engine.embedded.category.CategoryLabels.Label;
import io.onceflow.engine.embedded.encode.ArticleEncoder;
import io.onceflow.engine.embedded.encode.Embedding;
import io.onceflow.engine.embedded.encode.SentenceEncoder;
import io.onceflow.engine.embedded.text.Article;
import io.onceflow.engine.embedded.text.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Labels as one language's model sees them.
 *
 * @param entries in the labels' order
 */
public record LabelVectors(List<Entry> entries) {

  /** How far a label's vectors are drawn from its descriptions towards its examples. */
  private static final double EXAMPLES_WEIGHT = 0.5;

  public LabelVectors {
    entries = List.copyOf(entries);
  }

  /**
   * A label's vectors, one for each description.
   *
   * @param name the label's name
   */
  record Entry(String name, List<Embedding> vectors) {}

  /**
   * Reads labels with the model of a language, in which not all of them need be described: a label
   * without a description is taken by its name, examples in another language are left out.
   *
   * @param reader reads an example text
   */
  public static LabelVectors of(
      CategoryLabels labels,
      Language language,
      SentenceEncoder encoder,
      Function<String, Article> reader) {
    ArticleEncoder articles = new ArticleEncoder(encoder);
    List<Entry> entries = new ArrayList<>();
    for (Label label : labels.labels()) {
      List<Embedding> examples = new ArrayList<>();
      for (String example : label.examples()) {
        Article article = reader.apply(example);
        if (article.language() == language) {
          articles.encode(article).ifPresent(examples::add);
        }
      }
      List<Embedding> vectors = new ArrayList<>();
      for (String description : descriptions(label, language)) {
        Embedding vector = encoder.encode(prompt(description, language));
        vectors.add(
            examples.isEmpty()
                ? vector
                : vector.towards(Embedding.centroid(examples), EXAMPLES_WEIGHT));
      }
      entries.add(new Entry(label.name(), vectors));
    }
    return new LabelVectors(entries);
  }

  private static List<String> descriptions(Label label, Language language) {
    List<String> descriptions = label.descriptions().getOrDefault(language.code(), List.of());
    return descriptions.isEmpty() ? List.of(label.name()) : descriptions;
  }

  /** A sentence in English, the bare phrase in Chinese: each model does better so. */
  private static String prompt(String description, Language language) {
    return switch (language) {
      case ENGLISH -> "This text is about " + description + ".";
      case CHINESE -> description;
    };
  }
}
