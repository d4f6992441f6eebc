package io.onceflow.aggregator.console;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The web console.
 *
 * @param ingestUrl of the ingest service, as this service reaches it, for example {@code
 *     http://ingest:8081}: uploads that come here are passed on to it. Leave it out where a proxy
 *     serves both under one name
 * @param management addresses of the services' management ports by the service's name ({@code
 *     ingest}, {@code relay}, {@code worker}, {@code aggregator}), for example {@code
 *     http://worker:9083}, for the page on the suite's health; a name with several addresses is
 *     asked at each
 * @param managementTimeout after which a management port counts as silent
 */
@ConfigurationProperties("onceflow.console")
record ConsoleProperties(
    @Nullable URI ingestUrl,
    @DefaultValue Map<String, List<URI>> management,
    @DefaultValue("PT2S") Duration managementTimeout) {

  ConsoleProperties {
    management = Map.copyOf(management);
    if (ingestUrl != null) {
      requireWeb("ingest-url", ingestUrl);
    }
    management.forEach(
        (service, urls) -> urls.forEach(url -> requireWeb("management." + service, url)));
    if (!managementTimeout.isPositive()) {
      throw new IllegalArgumentException(
          "onceflow.console.management-timeout must be above zero but is " + managementTimeout);
    }
  }

  private static void requireWeb(String key, URI url) {
    var scheme = url.getScheme();
    if (url.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
      throw new IllegalArgumentException(
          "onceflow.console.%s must be an absolute http or https URL but is %s"
              .formatted(key, url));
    }
  }
}
