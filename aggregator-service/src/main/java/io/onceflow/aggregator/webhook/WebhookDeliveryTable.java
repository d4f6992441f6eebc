package io.onceflow.aggregator.webhook;

import io.onceflow.model.TaskId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
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

  // Reads alone; what is taken meanwhile is not there to be taken. Goes from receiver to receiver
  // by the index, so that it costs as much as there are receivers and not as there are rows.
  private static final String DUE_BY_RECEIVER =
      """
      with recursive waiting as (
        (select receiver from aggregator.webhook_delivery
         where state = 'PENDING'
         order by receiver
         limit 1)
        union all
        select (select d.receiver from aggregator.webhook_delivery d
                where d.state = 'PENDING' and d.receiver > waiting.receiver
                order by d.receiver
                limit 1)
        from waiting
        where waiting.receiver is not null)
      select receiver, due.count
      from waiting
      cross join lateral (
        select count(*) as count
        from (select from aggregator.webhook_delivery d
              where d.state = 'PENDING' and d.receiver = waiting.receiver
                and d.next_attempt_at <= statement_timestamp()
              limit ?) as first) as due
      where due.count > 0
      """;

  // Safe under concurrency: each takes a row that nobody else holds. A row that was taken is due
  // again after the lease, in case its instance dies.
  private static final String TAKE_DUE =
      """
      update aggregator.webhook_delivery
      set attempts = attempts + 1,
          next_attempt_at = statement_timestamp() + ? * interval '1 millisecond'
      where id = (
        select id from aggregator.webhook_delivery
        where state = 'PENDING' and receiver = ? and next_attempt_at <= statement_timestamp()
        order by next_attempt_at
        limit 1
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

  // Safe under concurrency: the attempt that is counted here fences off one that is under way,
  // which may have begun before the request.
  private static final String REDELIVER =
      """
      update aggregator.webhook_delivery
      set state = 'PENDING', attempts = attempts + 1, next_attempt_at = clock_timestamp(),
          give_up_at = clock_timestamp() + ? * interval '1 millisecond'
      where id = (
        select id from aggregator.webhook_delivery
        where task_id = ? and (?::text is null or tenant = ?)
        order by revision desc
        limit 1)
      returning id, revision, url, event, state, attempts, next_attempt_at, last_outcome
      """;

  // Reads alone.
  private static final String OF_TASK =
      """
      select id, revision, url, event, state, attempts, next_attempt_at, last_outcome
      from aggregator.webhook_delivery
      where task_id = ? and (?::text is null or tenant = ?)
      order by revision
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

  /**
   * The receivers with due deliveries, and how many each has.
   *
   * @param most that are counted of one receiver
   */
  Map<String, Integer> dueByReceiver(int most) {
    var due = new LinkedHashMap<String, Integer>();
    jdbc.query(
        DUE_BY_RECEIVER,
        row -> {
          due.put(row.getString(1), row.getInt(2));
        },
        most);
    return due;
  }

  /** Takes the receiver's delivery that has been due for longest. */
  Optional<Delivery> takeDue(String receiver, Duration lease) {
    return jdbc
        .query(
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
            receiver)
        .stream()
        .findFirst();
  }

  void end(Delivery delivery, String state, String outcome) {
    jdbc.update(END, state, outcome, delivery.id(), delivery.attempts());
  }

  void retry(Delivery delivery, String outcome, Duration wait) {
    jdbc.update(RETRY, outcome, wait.toMillis(), delivery.id(), delivery.attempts());
  }

  /**
   * Lets the delivery of the task's latest revision be posted again, under the same id.
   *
   * @param tenant absent for any
   */
  Optional<WebhookState> redeliver(TaskId task, @Nullable String tenant, Duration giveUpAfter) {
    return jdbc
        .query(
            REDELIVER,
            WebhookDeliveryTable::state,
            giveUpAfter.toMillis(),
            task.value(),
            tenant,
            tenant)
        .stream()
        .findFirst();
  }

  /**
   * The task's deliveries, one for each revision of its final answer.
   *
   * @param tenant absent for any
   */
  List<WebhookState> ofTask(TaskId task, @Nullable String tenant) {
    return jdbc.query(OF_TASK, WebhookDeliveryTable::state, task.value(), tenant, tenant);
  }

  private static WebhookState state(ResultSet row, int number) throws SQLException {
    var state = row.getString("state");
    return new WebhookState(
        row.getObject("id", UUID.class),
        row.getLong("revision"),
        row.getString("event"),
        row.getString("url"),
        state,
        row.getInt("attempts"),
        state.equals("PENDING")
            ? row.getObject("next_attempt_at", OffsetDateTime.class).toInstant()
            : null,
        row.getString("last_outcome"));
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
