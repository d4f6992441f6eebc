package io.onceflow.aggregator.webhook;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.util.Timeout;

/**
 * Posts one delivery. Redirects are not followed, and the address that is connected to is the one
 * that was checked: the check is part of the name's resolution.
 */
final class WebhookSender implements AutoCloseable {
  private static final int MOST_CONNECTIONS = 50;

  private final CloseableHttpClient http;
  private final Clock clock;

  WebhookSender(boolean allowPrivateAddresses, Duration timeout, Clock clock) {
    this.clock = clock;
    var limit = Timeout.of(timeout);
    var connections =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setMaxConnTotal(MOST_CONNECTIONS)
            .setDefaultConnectionConfig(
                ConnectionConfig.custom().setConnectTimeout(limit).setSocketTimeout(limit).build());
    if (!allowPrivateAddresses) {
      connections.setDnsResolver(new PublicOnly());
    }
    this.http =
        HttpClients.custom()
            .setConnectionManager(connections.build())
            .setDefaultRequestConfig(RequestConfig.custom().setResponseTimeout(limit).build())
            .disableRedirectHandling()
            .disableAutomaticRetries()
            .disableCookieManagement()
            .build();
  }

  /**
   * Posts the body.
   *
   * @return the status of the answer
   * @throws RefusedAddressException if the URL leads where callbacks must not go
   * @throws IOException if there was no answer
   */
  int post(WebhookDeliveryTable.Delivery delivery, String body, byte[] key) throws IOException {
    var request = new HttpPost(checked(delivery.url()));
    var timestamp = clock.instant().getEpochSecond();
    request.setHeader("webhook-id", delivery.id().toString());
    request.setHeader("webhook-timestamp", String.valueOf(timestamp));
    request.setHeader(
        "webhook-signature", Signature.of(key, delivery.id().toString(), timestamp, body));
    request.setHeader("onceflow-event", delivery.event());
    request.setEntity(new StringEntity(body, ContentType.APPLICATION_JSON));
    return http.execute(request, response -> response.getCode());
  }

  private static URI checked(String url) throws RefusedAddressException {
    try {
      var uri = URI.create(url);
      var scheme = uri.getScheme();
      if (uri.getHost() != null
          && ("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme))) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      throw new RefusedAddressException("the callback URL is malformed");
    }
    throw new RefusedAddressException("the callback URL is not of http or https");
  }

  @Override
  public void close() throws IOException {
    http.close();
  }

  /** The URL leads where callbacks must not go. */
  static final class RefusedAddressException extends UnknownHostException {
    private static final long serialVersionUID = 1;

    RefusedAddressException(String message) {
      super(message);
    }
  }

  private static final class PublicOnly implements DnsResolver {
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      var addresses = SystemDefaultDnsResolver.INSTANCE.resolve(host);
      if (!Arrays.stream(addresses).allMatch(PublicAddresses::isPublic)) {
        throw new RefusedAddressException(host + " is not an address of the public internet");
      }
      return addresses;
    }

    @Override
    public String resolveCanonicalHostname(String host) {
      return host;
    }
  }
}
