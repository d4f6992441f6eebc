package io.onceflow.ingest.commit;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How documents share commits.
 *
 * @param writers commits at the same time
 * @param maxWait longest that a document waits for a writer before it gets 503
 * @param maxWaiting documents that may wait for a commit; beyond, uploads get 503 at once
 * @param maxTogether documents in one commit
 * @param maxBytesTogether after which a commit takes no further document
 * @param keyWindow how long an idempotency key is remembered
 */
@ConfigurationProperties("onceflow.ingest.commit")
public record CommitProperties(
    @DefaultValue("1") int writers,
    @DefaultValue("2000") int maxWaiting,
    @DefaultValue("PT3S") Duration maxWait,
    @DefaultValue("256") int maxTogether,
    @DefaultValue("16MB") DataSize maxBytesTogether,
    @DefaultValue("P7D") Duration keyWindow) {

  public CommitProperties {
    require(writers > 0, "writers", "must be positive");
    require(maxWaiting > 0, "max-waiting", "must be positive");
    require(maxWait.isPositive(), "max-wait", "must be positive");
    require(maxTogether > 0, "max-together", "must be positive");
    require(maxBytesTogether.toBytes() > 0, "max-bytes-together", "must be positive");
    require(keyWindow.toSeconds() > 0, "key-window", "must be at least a second");
  }

  GroupCommit.Limits limits() {
    return new GroupCommit.Limits(maxWaiting, maxTogether, maxBytesTogether.toBytes());
  }

  private static void require(boolean met, String key, String problem) {
    if (!met) {
      throw new IllegalArgumentException("onceflow.ingest.commit.%s %s".formatted(key, problem));
    }
  }
}
