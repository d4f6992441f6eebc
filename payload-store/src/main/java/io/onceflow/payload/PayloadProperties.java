package io.onceflow.payload;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where documents are kept. Every service that reads or stores documents must be told the same.
 *
 * @param store {@code jdbc}: the services' database; {@code s3}: a bucket
 * @param s3 the bucket, where {@code store} is {@code s3}
 */
@ConfigurationProperties("onceflow.payloads")
record PayloadProperties(@DefaultValue("jdbc") Store store, @DefaultValue S3 s3) {

  enum Store {
    JDBC,
    S3
  }

  /**
   * A bucket of an S3-compatible object store.
   *
   * @param bucket which must exist
   * @param prefix of all keys in it
   * @param region as the store names it
   * @param endpoint of a store that is not AWS, for example {@code https://minio.example:9000};
   *     AWS's own for the region where absent
   * @param pathStyle whether the bucket stands in the path of a URL rather than in its host name,
   *     as most stores that are not AWS want it
   * @param accessKey with {@code secret-key}; where absent the AWS SDK's usual places are asked:
   *     environment, profile, instance
   * @param secretKey of {@code access-key}
   * @param timeout of one request, retries included
   */
  record S3(
      @Nullable String bucket,
      @DefaultValue("") String prefix,
      @DefaultValue("us-east-1") String region,
      @Nullable URI endpoint,
      @DefaultValue("false") boolean pathStyle,
      @Nullable String accessKey,
      @Nullable String secretKey,
      @DefaultValue("PT10S") Duration timeout) {

    S3 {
      if ((accessKey == null) != (secretKey == null)) {
        throw new IllegalArgumentException(
            "onceflow.payloads.s3.%s is missing: access-key and secret-key go together"
                .formatted(accessKey == null ? "access-key" : "secret-key"));
      }
      if (!timeout.isPositive()) {
        throw new IllegalArgumentException("onceflow.payloads.s3.timeout must be positive");
      }
    }

    /** Says nothing secret. */
    @Override
    public String toString() {
      return "S3[bucket=%s, prefix=%s, endpoint=%s]".formatted(bucket, prefix, endpoint);
    }
  }

  PayloadProperties {
    if (store == Store.S3 && (s3.bucket() == null || s3.bucket().isBlank())) {
      throw new IllegalArgumentException(
          "onceflow.payloads.s3.bucket is missing: onceflow.payloads.store is s3");
    }
  }
}
