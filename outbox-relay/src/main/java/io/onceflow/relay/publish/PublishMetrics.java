package io.onceflow.relay.publish;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.onceflow.relay.parked.Refusal;
import io.onceflow.relay.send.SentRow;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what happens to the rows of one outbox. */
public final class PublishMetrics implements PublishEvents {
  private static final Logger log = LoggerFactory.getLogger(PublishMetrics.class);

  private final String outbox;
  private final Counter published;
  private final Counter expired;
  private final Timer delay;

  public PublishMetrics(MeterRegistry registry, String outbox) {
    this.outbox = outbox;
    this.published =
        Counter.builder("onceflow.outbox.published")
            .description("Rows published and acknowledged by the brokers")
            .tag("outbox", outbox)
            .register(registry);
    this.expired =
        Counter.builder("onceflow.outbox.expired")
            .description("Rows dropped unpublished because they had expired")
            .tag("outbox", outbox)
            .register(registry);
    this.delay =
        Timer.builder("onceflow.outbox.delay")
            .description("From appending a row to the acknowledgement of its records")
            .tag("outbox", outbox)
            .serviceLevelObjectives(
                Duration.ofMillis(2),
                Duration.ofMillis(5),
                Duration.ofMillis(20),
                Duration.ofMillis(100),
                Duration.ofSeconds(1),
                Duration.ofSeconds(10))
            .register(registry);
  }

  @Override
  public void acknowledged(List<SentRow> rows) {
    published.increment(rows.size());
    rows.forEach(row -> delay.record((long) (row.ageSeconds() * 1e6), TimeUnit.MICROSECONDS));
  }

  @Override
  public void expired(int rows) {
    expired.increment(rows);
  }

  @Override
  public void parked(Refusal refusal) {
    log.warn("A row of outbox {} is parked for an operator: {}", outbox, refusal.reason());
  }
}
