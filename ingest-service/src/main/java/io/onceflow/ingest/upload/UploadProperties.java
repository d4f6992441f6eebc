package io.onceflow.ingest.upload;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits of uploads and of their waiting.
 *
 * @param maxDocumentSize of a file, and of the JSON that holds a text
 * @param maxTextSize of a text, in UTF-8
 * @param maxBatchSize of the body of a batch
 * @param maxBatchItems documents in a batch
 * @param keyWindow how long an idempotency key is remembered
 * @param writers commits at the same time
 * @param maxWaiting documents that may wait for a commit; beyond, uploads get 503 at once
 * @param maxWait longest that a document waits for a writer before it gets 503
 * @param maxTogether documents in one commit
 * @param maxBytesTogether after which a commit takes no further document
 */
@ConfigurationProperties("onceflow.ingest")
record UploadProperties(
    @DefaultValue("20MB") DataSize maxDocumentSize,
    @DefaultValue("2MB") DataSize maxTextSize,
    @DefaultValue("64MB") DataSize maxBatchSize,
    @DefaultValue("1000") int maxBatchItems,
    @DefaultValue("P7D") Duration keyWindow,
    @DefaultValue("1") int writers,
    @DefaultValue("2000") int maxWaiting,
    @DefaultValue("PT3S") Duration maxWait,
    @DefaultValue("256") int maxTogether,
    @DefaultValue("16MB") DataSize maxBytesTogether) {

  UploadProperties {
    require(maxDocumentSize.toBytes() > 0, "max-document-size", "must be positive");
    require(maxDocumentSize.toGigabytes() < 1, "max-document-size", "must be below 1 GB");
    require(maxTextSize.toBytes() > 0, "max-text-size", "must be positive");
    require(
        maxTextSize.compareTo(maxDocumentSize) <= 0,
        "max-text-size",
        "must not exceed max-document-size");
    require(maxBatchSize.toGigabytes() < 1, "max-batch-size", "must be below 1 GB");
    require(maxBatchItems > 0, "max-batch-items", "must be positive");
    require(keyWindow.toSeconds() > 0, "key-window", "must be at least a second");
    require(writers > 0, "writers", "must be positive");
    require(maxWaiting >= maxBatchItems, "max-waiting", "must not be below max-batch-items");
    require(maxWait.isPositive(), "max-wait", "must be positive");
    require(maxTogether > 0, "max-together", "must be positive");
    require(maxBytesTogether.toBytes() > 0, "max-bytes-together", "must be positive");
  }

  private static void require(boolean met, String key, String problem) {
    if (!met) {
      throw new IllegalArgumentException("onceflow.ingest.%s %s".formatted(key, problem));
    }
  }
}
