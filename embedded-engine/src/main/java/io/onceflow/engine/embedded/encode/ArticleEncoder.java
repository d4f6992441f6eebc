package io.onceflow.engine.embedded.encode;

import io.onceflow.engine.embedded.text.Article;
import io.onceflow.engine.embedded.text.Language;
import io.onceflow.engine.embedded.text.Runs;
import io.onceflow.engine.embedded.text.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Turns a whole article into one vector: the mean over windows of whole sentences and its title.
 *
 * <p>An article of up to {@value #MOST_WINDOWS} windows is read whole (about 12,000 characters in
 * English, 3,600 in Chinese); of a longer one, as many windows spread evenly over its length.
 */
public final class ArticleEncoder {
  static final int MOST_WINDOWS = 8;

  /** The title tells more about the topic than any window of the body. */
  private static final double TITLE_WEIGHT = 0.3;

  private final SentenceEncoder encoder;

  public ArticleEncoder(SentenceEncoder encoder) {
    this.encoder = encoder;
  }

  /** The article's vector; empty for one without any words. */
  public Optional<Embedding> encode(Article article) {
    List<String> windows = windows(article);
    Optional<String> title = article.title();
    if (windows.isEmpty()) {
      return title.map(encoder::encode);
    }
    Embedding body = Embedding.centroid(encoder.encodeAll(windows));
    return Optional.of(
        title.map(text -> body.towards(encoder.encode(text), TITLE_WEIGHT)).orElse(body));
  }

  private static List<String> windows(Article article) {
    int room = article.language() == Language.CHINESE ? 450 : 1_500;
    List<String> windows = new ArrayList<>();
    StringBuilder window = new StringBuilder();
    for (Sentence sentence : article.sentences()) {
      if (!window.isEmpty() && window.length() + sentence.text().length() > room) {
        windows.add(window.toString());
        window.setLength(0);
      }
      window.append(window.isEmpty() ? "" : " ").append(sentence.text());
    }
    if (!window.isEmpty()) {
      windows.add(window.toString());
    }
    return Runs.of(windows, MOST_WINDOWS, 1);
  }
}
