package io.onceflow.ingest.upload;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Where the answers' links point to.
 *
 * @param tasksUrl of the aggregator, as clients reach it, for example {@code
 *     https://flow.example.com}; by default the host of the request, for one name that serves both
 */
@ConfigurationProperties("onceflow.links")
record LinkProperties(@Nullable URI tasksUrl) {
  LinkProperties {
    if (tasksUrl != null && (tasksUrl.getHost() == null || !isWeb(tasksUrl))) {
      throw new IllegalArgumentException(
          "onceflow.links.tasks-url must be an absolute http or https URL but is " + tasksUrl);
    }
  }

  private static boolean isWeb(URI url) {
    return "http".equals(url.getScheme()) || "https".equals(url.getScheme());
  }
}
