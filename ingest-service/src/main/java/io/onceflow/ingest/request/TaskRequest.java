package io.onceflow.ingest.request;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks for, as it was written: nothing is checked yet and nothing defaulted.
 *
 * @param text the document inline; JSON bodies only
 * @param title of the document
 * @param pipeline by default {@code article} for texts, {@code document} for files
 * @param steps of the pipeline; all by default. What they wait for is added
 * @param priority 1 to 10, 5 by default
 * @param deadline after which the task is answered with what is there, ISO 8601 duration
 * @param expiresAt after which nothing of the task is processed, ISO 8601 instant
 * @param callbackUrl that is told the result
 * @param metadata returned with the result
 * @param language of the document, BCP 47
 * @param reuse whether a result for the same document may be reused, true by default
 * @param generation sets a fresh result apart from those of other generations
 * @param idempotencyKey of an item of a batch; elsewhere it is a header
 */
public record TaskRequest(
    @Nullable String text,
    @Nullable String title,
    @Nullable String pipeline,
    @Nullable List<String> steps,
    @Nullable Integer priority,
    @Nullable String deadline,
    @Nullable String expiresAt,
    @Nullable String callbackUrl,
    @Nullable Map<String, String> metadata,
    @Nullable String language,
    @Nullable Boolean reuse,
    @Nullable String generation,
    @Nullable String idempotencyKey) {

  public static final TaskRequest NOTHING_SAID =
      new TaskRequest(null, null, null, null, null, null, null, null, null, null, null, null, null);

  /** The same request without its document and key, which differ from delivery to delivery. */
  public TaskRequest optionsAlone() {
    return new TaskRequest(
        null,
        title,
        pipeline,
        steps,
        priority,
        deadline,
        expiresAt,
        callbackUrl,
        metadata,
        language,
        reuse,
        generation,
        null);
  }
}
