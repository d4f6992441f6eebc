package io.onceflow.aggregator.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The header {@code webhook-signature} of Standard Webhooks: version 1, HMAC-SHA256 over id,
 * timestamp and body with full stops between.
 *
 * @see <a
 *     href="https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md">Standard
 *     Webhooks</a>
 */
final class Signature {
  private static final String ALGORITHM = "HmacSHA256";

  private Signature() {}

  /**
   * The header's value.
   *
   * @param timestamp seconds since the epoch
   */
  static String of(byte[] key, String id, long timestamp, String body) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      var signed = "%s.%d.%s".formatted(id, timestamp, body).getBytes(StandardCharsets.UTF_8);
      return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }
}
