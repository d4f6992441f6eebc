package io.onceflow.ingest.request;

import io.onceflow.model.pipeline.Pipelines;
import java.time.Duration;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What a request gets that does not say, and the most that it may ask for.
 *
 * @param textPipeline for texts; takes no files
 * @param filePipeline for files
 * @param deadline after which a task is answered with what is there
 * @param maxDeadline longest that may be asked for
 * @param expiryGrace how long after its deadline a task is still processed, so that a late result
 *     may complete its answer
 * @param maxExpiry furthest that {@code expiresAt} may be away
 */
@ConfigurationProperties("onceflow.ingest.defaults")
public record RequestDefaults(
    @DefaultValue("article") String textPipeline,
    @DefaultValue("document") String filePipeline,
    @DefaultValue("PT5M") Duration deadline,
    @DefaultValue("P1D") Duration maxDeadline,
    @DefaultValue("PT1H") Duration expiryGrace,
    @DefaultValue("P7D") Duration maxExpiry) {

  public RequestDefaults {
    require(deadline.isPositive(), "deadline", "must be positive");
    require(maxDeadline.compareTo(deadline) >= 0, "max-deadline", "must not be below deadline");
    require(!expiryGrace.isNegative(), "expiry-grace", "must not be negative");
    require(
        maxExpiry.compareTo(maxDeadline.plus(expiryGrace)) >= 0,
        "max-expiry",
        "must not be below max-deadline and expiry-grace together");
  }

  /**
   * The same defaults, held against the pipelines.
   *
   * @throws IllegalArgumentException naming the setting whose pipeline does not exist
   */
  RequestDefaults of(Pipelines pipelines) {
    Stream.of(textPipeline, filePipeline)
        .forEach(
            name ->
                require(
                    pipelines.pipeline(name).isPresent(),
                    name.equals(textPipeline) ? "text-pipeline" : "file-pipeline",
                    "names the pipeline '%s', which does not exist".formatted(name)));
    return this;
  }

  private static void require(boolean met, String key, String problem) {
    if (!met) {
      throw new IllegalArgumentException("onceflow.ingest.defaults.%s %s".formatted(key, problem));
    }
  }
}
