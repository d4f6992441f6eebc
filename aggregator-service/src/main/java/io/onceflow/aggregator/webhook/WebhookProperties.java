package io.onceflow.aggregator.webhook;

import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Posting final answers to callback URLs.
 *
 * @param secret that deliveries are signed with, {@code whsec_} and Base64 as in Standard Webhooks;
 *     without one nothing is posted
 * @param secrets of single tenants, which go before the common one
 * @param publicUrl how receivers reach this service, for the links in the snapshot
 * @param allowPrivateAddresses whether callbacks may go to loopback, private and link-local
 *     addresses
 * @param timeout of one attempt, from the connection to the end of the answer
 * @param perReceiver how many deliveries an instance posts to one receiver at the same time
 * @param giveUpAfter how long a delivery is tried
 * @param firstBackoff the wait after the first failure; it doubles with each
 * @param maxBackoff the longest wait
 * @param interval how often due deliveries are looked for
 */
@ConfigurationProperties("onceflow.webhook")
record WebhookProperties(
    @Nullable String secret,
    @DefaultValue Map<String, String> secrets,
    @DefaultValue("http://localhost:8080") String publicUrl,
    @DefaultValue("false") boolean allowPrivateAddresses,
    @DefaultValue("PT10S") Duration timeout,
    @DefaultValue("10") int perReceiver,
    @DefaultValue("PT24H") Duration giveUpAfter,
    @DefaultValue("PT5S") Duration firstBackoff,
    @DefaultValue("PT1H") Duration maxBackoff,
    @DefaultValue("PT1S") Duration interval) {
  private static final String PREFIX = "whsec_";

  WebhookProperties {
    secrets = Map.copyOf(secrets);
    if (secret != null && !secret.isBlank()) {
      key("onceflow.webhook.secret", secret);
    }
    secrets.forEach((tenant, value) -> key("onceflow.webhook.secrets." + tenant, value));
    require(timeout.isPositive(), "timeout must be above zero");
    require(perReceiver > 0, "per-receiver must be above zero");
    require(giveUpAfter.isPositive(), "give-up-after must be above zero");
    require(firstBackoff.isPositive(), "first-backoff must be above zero");
    require(maxBackoff.compareTo(firstBackoff) >= 0, "max-backoff is below first-backoff");
    require(interval.isPositive(), "interval must be above zero");
  }

  /** The key that the tenant's deliveries are signed with. */
  Optional<byte[]> keyOf(String tenant) {
    return Optional.ofNullable(secrets.getOrDefault(tenant, secret))
        .filter(value -> !value.isBlank())
        .map(value -> key("onceflow.webhook.secret", value));
  }

  private static byte[] key(String name, String value) {
    try {
      var key =
          Base64.getDecoder()
              .decode(value.startsWith(PREFIX) ? value.substring(PREFIX.length()) : value);
      if (key.length >= 24) {
        return key;
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + " is not whsec_ and Base64", e);
    }
    throw new IllegalArgumentException(name + " must hold at least 24 bytes");
  }

  private static void require(boolean met, String rule) {
    if (!met) {
      throw new IllegalArgumentException("onceflow.webhook." + rule);
    }
  }
}
