package io.onceflow.payload;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Names a stored document by its content: the same bytes of the same tenant have the same
 * reference.
 *
 * @param tenant who owns it
 * @param sha256 of the bytes, 64 lower-case hexadecimal digits
 */
public record PayloadRef(String tenant, String sha256) {
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

  public PayloadRef {
    if (tenant.isEmpty() || !SHA256.matcher(sha256).matches()) {
      throw new IllegalArgumentException(
          "not a payload reference: '%s/%s'".formatted(tenant, sha256));
    }
  }

  /** The reference of the given bytes. */
  public static PayloadRef of(String tenant, byte[] content) {
    try {
      var digest = MessageDigest.getInstance("SHA-256").digest(content);
      return new PayloadRef(tenant, HexFormat.of().formatHex(digest));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /**
   * Reads what {@link #toString} wrote.
   *
   * @throws IllegalArgumentException if it is no reference
   */
  public static PayloadRef parse(String text) {
    var slash = text.lastIndexOf('/');
    if (slash < 0) {
      throw new IllegalArgumentException("not a payload reference: '%s'".formatted(text));
    }
    return new PayloadRef(text.substring(0, slash), text.substring(slash + 1));
  }

  /** {@code tenant/sha256}. */
  @Override
  public String toString() {
    return tenant + "/" + sha256;
  }
}
