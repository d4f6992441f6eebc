package io.onceflow.aggregator.access;

import io.onceflow.aggregator.state.IdRange;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * How many documents a tenant may submit now. An estimate: ingest-service counts for itself, in
 * memory; here the same count is made of the tasks that have arrived. Requests that it answered
 * from an earlier task or refused, and its further instances, are not known here.
 */
final class SubmissionsLeft {

  // Reads alone. The bound on ids lets the planner skip the partitions of other days.
  private static final String SUBMITTED =
      """
      select submitted_at from aggregator.task
      where tenant = ? and id >= ? and submitted_at is not null
      order by id
      limit ?
      """;

  private final JdbcOperations jdbc;
  private final Clock clock;
  private final SubmissionRateProperties rate;

  SubmissionsLeft(JdbcOperations jdbc, Clock clock, SubmissionRateProperties rate) {
    this.jdbc = jdbc;
    this.clock = clock;
    this.rate = rate;
  }

  /** Of the tenant, now; at most the burst. */
  int of(String tenant) {
    var now = clock.instant();
    var since = now.minus(timeToFill());
    // more than this cannot have been let in, by one instance
    var most = 2 * rate.burst() + 1;
    var times =
        jdbc.query(
            SUBMITTED,
            (row, _) -> row.getObject(1, OffsetDateTime.class).toInstant(),
            tenant,
            IdRange.lowest(since),
            most);
    return left(since, times, now);
  }

  /** What is left of a full bucket after the submissions, filled at the rate. */
  int left(Instant since, List<Instant> submitted, Instant now) {
    var tokens = (double) rate.burst();
    var at = since;
    for (var time : submitted) {
      tokens = Math.max(0, filled(tokens, at, time) - 1);
      at = time.isAfter(at) ? time : at;
    }
    return (int) filled(tokens, at, now);
  }

  private double filled(double tokens, Instant from, Instant to) {
    var seconds = Math.max(0, Duration.between(from, to).toNanos() / 1e9);
    return Math.min(rate.burst(), tokens + seconds * rate.perSecond());
  }

  private Duration timeToFill() {
    var seconds = Math.min(rate.burst() / rate.perSecond(), 86_400.0);
    return Duration.ofMillis((long) (seconds * 1000));
  }
}
