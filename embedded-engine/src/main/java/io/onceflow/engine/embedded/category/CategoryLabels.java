package io.onceflow.engine.embedded.category;

import io.onceflow.engine.embedded.text.Language;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The labels a document can be sorted under, each with the words that tell what belongs there.
 *
 * @param labels at least one, no name twice
 */
public record CategoryLabels(List<Label> labels) {

  /**
   * @throws IllegalArgumentException if there is no label, or a name stands twice
   */
  public CategoryLabels {
    labels = List.copyOf(labels);
    if (labels.isEmpty()) {
      throw new IllegalArgumentException("at least one category label is needed");
    }
    Set<String> names = new HashSet<>();
    for (Label label : labels) {
      if (!names.add(label.name())) {
        throw new IllegalArgumentException(
            "the category label '" + label.name() + "' stands twice");
      }
    }
  }

  /** The labels shipped with the engine: topics of general articles, in English and Chinese. */
  public static CategoryLabels forArticles() {
    return ArticleLabels.LABELS;
  }

  /**
   * The language to sort a document of the given language in: that one, unless only other languages
   * have descriptions.
   */
  public Language readable(Language language) {
    if (described(language)) {
      return language;
    }
    return Arrays.stream(Language.values()).filter(this::described).findFirst().orElse(language);
  }

  private boolean described(Language language) {
    return labels.stream()
        .anyMatch(
            label -> !label.descriptions().getOrDefault(language.code(), List.of()).isEmpty());
  }

  /**
   * One label.
   *
   * @param name what the answer calls it
   * @param descriptions by language code ({@code en}, {@code zh}): one or more short phrases of
   *     what belongs under the label, such as "money, banking and the economy"; the nearest counts.
   *     A label without any is described by its name
   * @param examples a few texts that belong under the label, each in any of the languages; three to
   *     five per label make the answers clearly better
   */
  public record Label(String name, Map<String, List<String>> descriptions, List<String> examples) {

    /**
     * @throws IllegalArgumentException if the name is blank
     */
    public Label {
      if (name.isBlank()) {
        throw new IllegalArgumentException("a category label has a blank name");
      }
      descriptions = Map.copyOf(descriptions);
      examples = List.copyOf(examples);
    }

    /** A label with one description in each of English and Chinese and no examples. */
    public static Label of(String name, String english, String chinese) {
      return new Label(name, Map.of("en", List.of(english), "zh", List.of(chinese)), List.of());
    }
  }
}
