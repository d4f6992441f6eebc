package io.onceflow.worker.execution.table;

import io.onceflow.model.Lane;
import io.onceflow.model.StepName;
import io.onceflow.worker.execution.InstanceId;
import io.onceflow.worker.execution.StepExecution;
import java.util.List;
import org.springframework.jdbc.core.JdbcOperations;

/** The work on {@code worker.step_execution} that waits for a slot. */
public final class QueuedExecutions {
  // Safe under concurrency: reads only; who claims finds out what is left. A loose scan: the index
  // is asked once for each queue, however long the queues are.
  private static final String QUEUES =
      """
      with recursive queue as (
        (select step, tenant, priority from worker.step_execution
         where status = 'QUEUED' order by step, tenant, priority limit 1)
        union all
        select next.* from queue q cross join lateral (
          select e.step, e.tenant, e.priority from worker.step_execution e
          where e.status = 'QUEUED' and (e.step, e.tenant, e.priority) > (q.step, q.tenant, q.priority)
          order by e.step, e.tenant, e.priority limit 1) next)
      select q.step, q.tenant, q.priority, n.length
      from queue q cross join lateral (
        select count(*) as length from (
          select from worker.step_execution e
          where e.status = 'QUEUED' and e.step = q.step and e.tenant = q.tenant and e.priority = q.priority
          limit ?) counted) n
      order by q.priority desc, q.step, q.tenant
      """;

  // Safe under concurrency: each row is locked by one claimant; the others skip it.
  private static final String CLAIM =
      """
      with next as (
        select exec_key from worker.step_execution
        where status = 'QUEUED' and step = ? and tenant = ? and priority = ?
        order by claimed_at limit ? for update skip locked),
      claimed as (
        update worker.step_execution e
        set status = 'RUNNING', claim_token = uuidv7(), claimed_by = ?, claimed_at = clock_timestamp()
        from next where e.exec_key = next.exec_key
        returning %s),
      entered as (
        insert into worker.model_call (id, exec_key, tenant, task_id, step, attempt, engine, model, instance)
        select claim_token, exec_key, tenant, task_id, step, attempt, engine, model, claimed_by from claimed)
      select * from claimed
      """
          .formatted(StepExecutionRows.COLUMNS);

  // Safe under concurrency: reads only; the number is a guide.
  private static final String LENGTH =
      """
      select count(*) from (
        select from worker.step_execution where status = 'QUEUED' and step = ? and tenant = ? limit ?) counted
      """;

  private final JdbcOperations jdbc;
  private final InstanceId instance;

  public QueuedExecutions(JdbcOperations jdbc, InstanceId instance) {
    this.jdbc = jdbc;
    this.instance = instance;
  }

  /**
   * Work of one step, tenant and priority that waits.
   *
   * @param length as far as it was counted
   */
  public record Queue(StepName step, String tenant, int priority, int length) {
    public Lane lane() {
      return Lane.ofPriority(priority);
    }
  }

  /**
   * All queues, the most urgent first.
   *
   * @param most how far each is counted
   */
  public List<Queue> queues(int most) {
    return jdbc.query(
        QUEUES,
        (row, _) ->
            new Queue(
                new StepName(row.getString(1)), row.getString(2), row.getInt(3), row.getInt(4)),
        most);
  }

  /** How much of a step waits for a tenant, counted up to the given number. */
  public int length(StepName step, String tenant, int most) {
    var length = jdbc.queryForObject(LENGTH, Integer.class, step.value(), tenant, most);
    return length == null ? 0 : length;
  }

  /** Claims what has waited longest in a queue, and enters the calls in the ledger. */
  public List<StepExecution> claim(Queue queue, int limit) {
    return jdbc.query(
        CLAIM,
        StepExecutionRows::read,
        queue.step().value(),
        queue.tenant(),
        queue.priority(),
        limit,
        instance.value());
  }
}
