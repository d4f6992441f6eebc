package io.onceflow.worker.engine.openai.prompt;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A document as data within a question. What the sender wrote, the title too, stands between {@code
 * <document>} and {@code </document>} and cannot end there early: such marks within it are defused.
 * The same document always gives the same block, so that providers can cache it.
 */
public final class DocumentBlock {
  private static final Pattern MARK =
      Pattern.compile("<(?=\\s*/?\\s*document\\b)", Pattern.CASE_INSENSITIVE);

  private DocumentBlock() {}

  public static String of(@Nullable String title, @Nullable String language, String text) {
    var block = new StringBuilder("<document>\n");
    if (title != null) {
      block.append("title: ").append(defused(title)).append('\n');
    }
    if (language != null) {
      block.append("language: ").append(defused(language)).append('\n');
    }
    if (title != null || language != null) {
      block.append('\n');
    }
    return block.append(defused(text)).append("\n</document>").toString();
  }

  private static String defused(String text) {
    // most documents have none, and a search for one character is much faster than the pattern
    return text.indexOf('<') < 0 ? text : MARK.matcher(text).replaceAll("&lt;");
  }
}
