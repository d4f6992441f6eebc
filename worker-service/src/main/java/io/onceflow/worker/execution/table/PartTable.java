package io.onceflow.worker.execution.table;

import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.ExecKey;
import io.onceflow.worker.execution.Json;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;
import tools.jackson.databind.JsonNode;

/**
 * {@code worker.step_part}: the answers to parts of long documents, by content address. A part
 * belongs to the claim that asks for it, and is free again when that claim is void.
 */
public final class PartTable {
  // Safe under concurrency: the unique key lets one of all claimants insert.
  private static final String CLAIM =
      """
      insert into worker.step_part (part_key, claim_token, exec_key) values (?, ?, ?)
      on conflict (part_key) do nothing
      """;

  // Safe under concurrency: reads only, in a snapshot taken after the part was seen: a part is
  // claimed after its claim, so a claim that does not show is void and stays so.
  private static final String FIND =
      """
      select p.claim_token, p.answer, exists (
        select from worker.step_execution e
        where e.exec_key = p.exec_key and e.claim_token = p.claim_token and e.status = 'RUNNING')
      from worker.step_part p where p.part_key = ?
      """;

  // Safe under concurrency: of all that found the same void claim, one changes it.
  private static final String TAKE_OVER =
      """
      update worker.step_part set claim_token = ?, exec_key = ?, claimed_at = clock_timestamp()
      where part_key = ? and claim_token = ? and answer is null
      """;

  // Safe under concurrency: the first answer stays, whoever brings it: each was paid for.
  private static final String ANSWER =
      "update worker.step_part set answer = ? where part_key = ? and answer is null";

  // Safe under concurrency: rows that others hold are left to the next run.
  private static final String FORGET =
      """
      delete from worker.step_part where part_key = any(array(
        select part_key from worker.step_part
        where claimed_at < clock_timestamp() - make_interval(secs => ?)
        order by claimed_at limit ? for update skip locked))
      """;

  private final JdbcOperations jdbc;

  public PartTable(JdbcOperations jdbc) {
    this.jdbc = jdbc;
  }

  /** How it stands with a part for one who wants its answer. */
  public sealed interface Standing {

    /** It is the asker's to answer. */
    record Claimed() implements Standing {}

    /** Another claim is at it. */
    record Taken() implements Standing {}

    /** It has its answer. */
    record Answered(JsonNode answer) implements Standing {}
  }

  private record Row(UUID token, @Nullable JsonNode answer, boolean stands) {}

  /** Claims a part, unless it is answered or another claim that stands is at it. */
  public Standing claim(ExecKey part, Claim claim) {
    if (jdbc.update(CLAIM, part.bytes(), claim.token(), claim.key().bytes()) == 1) {
      return new Standing.Claimed();
    }
    var found = find(part);
    if (found.isEmpty()) {
      return new Standing.Taken(); // forgotten at this moment; free the next time
    }
    var row = found.getFirst();
    if (row.answer() != null) {
      return new Standing.Answered(row.answer());
    }
    var free = !row.stands() || row.token().equals(claim.token());
    return free && takeOver(part, claim, row.token())
        ? new Standing.Claimed()
        : new Standing.Taken();
  }

  /** Records the answer to a part, if it has none. */
  public void answer(ExecKey part, JsonNode answer) {
    jdbc.update(ANSWER, answer.toString(), part.bytes());
  }

  /**
   * Forgets parts that were claimed before the given age.
   *
   * @return how many, at most {@code limit}
   */
  public int forgetOlderThan(Duration age, int limit) {
    return jdbc.update(FORGET, age.toMillis() / 1000.0, limit);
  }

  private boolean takeOver(ExecKey part, Claim claim, UUID former) {
    return jdbc.update(TAKE_OVER, claim.token(), claim.key().bytes(), part.bytes(), former) == 1;
  }

  private List<Row> find(ExecKey part) {
    return jdbc.query(
        FIND,
        (row, _) ->
            new Row(
                row.getObject(1, UUID.class), Json.readTree(row.getString(2)), row.getBoolean(3)),
        (Object) part.bytes());
  }
}
