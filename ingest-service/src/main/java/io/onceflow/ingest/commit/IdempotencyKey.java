package io.onceflow.ingest.commit;

import java.util.regex.Pattern;

/**
 * The client's name for a request, unique within its tenant.
 *
 * @param value 1 to 255 printable ASCII characters
 */
public record IdempotencyKey(String value) {
  private static final Pattern PRINTABLE = Pattern.compile("[ -~]{1,255}");

  public IdempotencyKey {
    if (!PRINTABLE.matcher(value).matches() || value.isBlank()) {
      throw new IllegalArgumentException(
          "must be 1 to 255 printable ASCII characters, as article-4711:process:1");
    }
  }

  /** Reads a header: the text itself, or a quoted string as the IETF's draft writes it. */
  public static IdempotencyKey ofHeader(String header) {
    var text = header.strip();
    return text.length() > 2 && text.startsWith("\"") && text.endsWith("\"")
        ? new IdempotencyKey(
            text.substring(1, text.length() - 1).replaceAll("\\\\([\"\\\\])", "$1"))
        : new IdempotencyKey(text);
  }
}
