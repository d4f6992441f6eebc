package io.onceflow.payload;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.util.Base64;
import org.springframework.dao.DataAccessResourceFailureException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/**
 * Keeps documents in a bucket of an S3-compatible object store, one object a document: {@code
 * <prefix><tenant>/<sha256>}. The store holds the bytes to their checksum as it takes them. Storing
 * a document again makes its object young again, so a lifecycle rule of the bucket deletes what is
 * unused.
 */
public final class S3PayloadStore implements PayloadStore {
  private final S3Client client;
  private final String bucket;
  private final String prefix;

  /**
   * @param prefix of all keys, for example {@code onceflow/}; may be empty
   */
  public S3PayloadStore(S3Client client, String bucket, String prefix) {
    this.client = client;
    this.bucket = bucket;
    this.prefix = prefix;
  }

  @Override
  public PayloadRef put(String tenant, byte[] content, String mediaType) {
    var ref = PayloadRef.of(tenant, content);
    try {
      client.putObject(
          put -> put.bucket(bucket).key(key(ref)).contentType(mediaType).contentMD5(md5(content)),
          RequestBody.fromBytes(content));
      return ref;
    } catch (SdkException e) {
      throw unreachable(e);
    }
  }

  @Override
  public byte[] get(PayloadRef ref) {
    try {
      return client.getObjectAsBytes(get -> get.bucket(bucket).key(key(ref))).asByteArrayUnsafe();
    } catch (NoSuchKeyException e) {
      var missing = new PayloadNotFoundException(ref);
      missing.initCause(e);
      throw missing;
    } catch (SdkException e) {
      throw unreachable(e);
    }
  }

  @Override
  public boolean inDatabase() {
    return false;
  }

  /** Deletes nothing: that is the bucket's lifecycle rule's. */
  @Override
  public int deleteUnusedSince(LocalDate day, int most) {
    return 0;
  }

  /** The one checksum that every store knows. */
  private static String md5(byte[] content) {
    try {
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("MD5").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }

  private String key(PayloadRef ref) {
    return prefix + URLEncoder.encode(ref.tenant(), StandardCharsets.UTF_8) + "/" + ref.sha256();
  }

  private DataAccessResourceFailureException unreachable(SdkException e) {
    return new DataAccessResourceFailureException(
        "The bucket %s cannot be used: %s".formatted(bucket, e.getMessage()), e);
  }
}
