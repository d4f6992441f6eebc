package io.onceflow.ingest.upload;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How large uploads may be.
 *
 * @param maxDocumentSize of a file, and of the JSON that holds a text
 * @param maxTextSize of a text, in UTF-8
 * @param maxBatchSize of the body of a batch
 * @param maxBatchItems documents in a batch
 * @param maxBytesInFlight memory for all bodies together that are being read or wait; beyond,
 *     uploads get 503 at once. By default a quarter of the heap
 */
@ConfigurationProperties("onceflow.ingest")
record UploadProperties(
    @DefaultValue("20MB") DataSize maxDocumentSize,
    @DefaultValue("2MB") DataSize maxTextSize,
    @DefaultValue("64MB") DataSize maxBatchSize,
    @DefaultValue("1000") int maxBatchItems,
    @Nullable DataSize maxBytesInFlight) {

  UploadProperties {
    require(maxDocumentSize.toBytes() > 0, "max-document-size", "must be positive");
    require(maxDocumentSize.toGigabytes() < 1, "max-document-size", "must be below 1 GB");
    require(maxTextSize.toBytes() > 0, "max-text-size", "must be positive");
    require(
        maxTextSize.compareTo(maxDocumentSize) <= 0,
        "max-text-size",
        "must not exceed max-document-size");
    require(maxBatchSize.toBytes() > 0, "max-batch-size", "must be positive");
    require(maxBatchSize.toGigabytes() < 1, "max-batch-size", "must be below 1 GB");
    require(maxBatchItems > 0, "max-batch-items", "must be positive");
    require(
        maxBytesInFlight == null || maxBytesInFlight.toBytes() > 0,
        "max-bytes-in-flight",
        "must be positive");
  }

  DataSize bytesInFlight() {
    return maxBytesInFlight == null
        ? DataSize.ofBytes(Runtime.getRuntime().maxMemory() / 4)
        : maxBytesInFlight;
  }

  private static void require(boolean met, String key, String problem) {
    if (!met) {
      throw new IllegalArgumentException("onceflow.ingest.%s %s".formatted(key, problem));
    }
  }
}
