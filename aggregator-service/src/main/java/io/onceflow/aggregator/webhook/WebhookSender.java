package io.onceflow.aggregator.webhook;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.DnsResolver;
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
 * that was checked: the check is part of the name's resolution. An attempt ends with its time,
 * whatever the receiver does.
 */
final class WebhookSender implements AutoCloseable {
  private static final int MOST_CONNECTIONS = 10_000;

  private final CloseableHttpClient http;
  private final Duration timeout;
  private final Clock clock;
  private final ScheduledThreadPoolExecutor cancelling =
      new ScheduledThreadPoolExecutor(
          1, Thread.ofPlatform().name("webhook-timeouts").daemon().factory());

  /**
   * @param names resolves the names of receivers
   * @param timeout of one attempt
   * @param perReceiver connections to one receiver
   */
  WebhookSender(
      DnsResolver names,
      boolean allowPrivateAddresses,
      Duration timeout,
      int perReceiver,
      Clock clock) {
    this.timeout = timeout;
    this.clock = clock;
    // a request that has ended must not be held for the rest of its time
    cancelling.setRemoveOnCancelPolicy(true);
    var limit = Timeout.of(timeout);
    var connections =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setMaxConnTotal(MOST_CONNECTIONS)
            .setMaxConnPerRoute(perReceiver)
            .setDnsResolver(allowPrivateAddresses ? names : new PublicOnly(names))
            .setDefaultConnectionConfig(
                ConnectionConfig.custom().setConnectTimeout(limit).setSocketTimeout(limit).build())
            .build();
    this.http =
        HttpClients.custom()
            .setConnectionManager(connections)
            .setDefaultRequestConfig(RequestConfig.custom().setResponseTimeout(limit).build())
            .disableRedirectHandling()
            .disableAutomaticRetries()
            .disableContentCompression()
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
    // the client's own limits are of each read, and would let a receiver answer drop by drop
    var end = cancelling.schedule(request::cancel, timeout.toNanos(), TimeUnit.NANOSECONDS);
    try {
      return http.execute(request, response -> response.getCode());
    } finally {
      end.cancel(false);
    }
  }

  private static URI checked(String url) throws RefusedAddressException {
    try {
      var uri = URI.create(url);
      var scheme = uri.getScheme();
      if (uri.getUserInfo() != null) {
        throw new RefusedAddressException("the callback URL holds credentials");
      }
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
    cancelling.shutdownNow();
    http.close();
  }

  /** The URL leads where callbacks must not go. */
  static final class RefusedAddressException extends UnknownHostException {
    private static final long serialVersionUID = 1;

    RefusedAddressException(String message) {
      super(message);
    }
  }

  private record PublicOnly(DnsResolver names) implements DnsResolver {
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      var addresses = names.resolve(host);
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
