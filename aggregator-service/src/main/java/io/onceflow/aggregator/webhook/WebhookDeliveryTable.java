package io.onceflow.aggregator.webhook;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcOperations;

/** The table {@code webhook_delivery}. */
final class WebhookDeliveryTable {

  // Safe under concurrency: appends only, in the transaction that makes the answer final.
  private static final String APPEND =
      """
      insert into aggregator.webhook_delivery
          (id, task_id, revision, tenant, url, event, give_up_at)
      values (?, ?, ?, ?, ?, ?, clock_timestamp() + ? * interval '1 millisecond')
      """;

  // Safe under concurrency: each instance takes rows that nobody else holds. A row that was taken
  // is due again after the lease, in case its instance dies.
  private static final String TAKE_DUE =
      """
      update aggregator.webhook_delivery
      set attempts = attempts + 1,
          next_attempt_at = clock_timestamp() + ? * interval '1 millisecond'
      where id in (
        select id from aggregator.webhook_delivery
        where state = 'PENDING' and next_attempt_at <= clock_timestamp()
        order by next_attempt_at
        limit ?
        for update skip locked)
      returning id, task_id, tenant, url, event, attempts, give_up_at < clock_timestamp() as over
      """;

  // Safe under concurrency: the attempt number fences off an instance that was slower than its
  // lease.
  private static final String END =
      """
      update aggregator.webhook_delivery set state = ?, last_outcome = ?
      where id = ? and attempts = ? and state = 'PENDING'
      """;

  // Safe under concurrency: as above.
  private static final String RETRY =
      """
      update aggregator.webhook_delivery
      set last_outcome = ?, next_attempt_at = clock_timestamp() + ? * interval '1 millisecond'
      where id = ? and attempts = ? and state = 'PENDING'
      """;

  private final JdbcOperations jdbc;

  WebhookDeliveryTable(JdbcOperations jdbc) {
    this.jdbc = jdbc;
  }

  void append(List<Appended> deliveries, Duration giveUpAfter) {
    jdbc.batchUpdate(
        APPEND,
        deliveries,
        Math.max(1, deliveries.size()),
        (statement, it) -> {
          statement.setObject(1, it.id());
          statement.setObject(2, it.taskId());
          statement.setLong(3, it.revision());
          statement.setString(4, it.tenant());
          statement.setString(5, it.url());
          statement.setString(6, it.event());
          statement.setLong(7, giveUpAfter.toMillis());
        });
  }

  List<Delivery> takeDue(int most, Duration lease) {
    return jdbc.query(
        TAKE_DUE,
        (row, _) ->
            new Delivery(
                row.getObject("id", UUID.class),
                row.getObject("task_id", UUID.class),
                row.getString("tenant"),
                row.getString("url"),
                row.getString("event"),
                row.getInt("attempts"),
                row.getBoolean("over")),
        lease.toMillis(),
        most);
  }

  void end(Delivery delivery, String state, String outcome) {
    jdbc.update(END, state, outcome, delivery.id(), delivery.attempts());
  }

  void retry(Delivery delivery, String outcome, Duration wait) {
    jdbc.update(RETRY, outcome, wait.toMillis(), delivery.id(), delivery.attempts());
  }

  /** An answer to deliver. */
  record Appended(UUID id, UUID taskId, long revision, String tenant, String url, String event) {}

  /**
   * A delivery whose time has come.
   *
   * @param attempts this one included
   * @param over whether it has been tried long enough
   */
  record Delivery(
      UUID id, UUID taskId, String tenant, String url, String event, int attempts, boolean over) {}
}
