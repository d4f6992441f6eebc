package io.onceflow.aggregator.usage;

import io.onceflow.aggregator.snapshot.StepSnapshot;
import io.onceflow.aggregator.state.IdRange;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;

/** Sums up what the steps of a time consumed. */
final class UsageReport {

  private final JdbcOperations jdbc;

  UsageReport(JdbcOperations jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * The sums of tasks submitted in the time.
   *
   * @param tenant absent for all
   */
  List<Line> sum(List<Dimension> by, Instant from, Instant to, @Nullable String tenant) {
    var columns =
        by.stream()
            .map(it -> it.expression() + " as " + it.column())
            .collect(Collectors.joining(", "));
    var names = by.stream().map(Dimension::column).collect(Collectors.joining(", "));
    var low = IdRange.lowest(from);
    var high = IdRange.lowest(to);
    return jdbc.query(
        statement(columns, names), (row, _) -> line(row, by), low, high, low, high, tenant, tenant);
  }

  // Reads alone; a result that is merged meanwhile is in the next report.
  private static String statement(String columns, String names) {
    return """
    select %1$s,
        coalesce(sum(s.calls) filter (where not s.reused), 0) as calls,
        coalesce(sum(s.input_tokens) filter (where not s.reused), 0) as input_tokens,
        coalesce(sum(s.output_tokens) filter (where not s.reused), 0) as output_tokens,
        coalesce(sum(s.cost_micro_usd) filter (where not s.reused), 0) as cost_micro_usd,
        count(*) filter (where s.reused) as calls_saved,
        count(*) filter (where s.error like '%%"code":"outcome-unknown"%%') as unknown_outcomes
    from aggregator.step_result s
    join aggregator.task t on t.id = s.task_id
    where s.task_id >= ? and s.task_id < ? and t.id >= ? and t.id < ?
      and (?::text is null or t.tenant = ?)
      and (s.calls > 0 or s.reused or s.error like '%%"code":"outcome-unknown"%%')
    group by %2$s
    order by %2$s
    limit 10000
    """
        .formatted(columns, names);
  }

  private static Line line(ResultSet row, List<Dimension> by) throws SQLException {
    return new Line(
        value(row, by, Dimension.DAY),
        value(row, by, Dimension.TENANT),
        value(row, by, Dimension.STEP),
        value(row, by, Dimension.MODEL),
        row.getLong("calls"),
        row.getLong("input_tokens"),
        row.getLong("output_tokens"),
        StepSnapshot.dollars(row.getLong("cost_micro_usd")),
        row.getLong("calls_saved"),
        row.getLong("unknown_outcomes"));
  }

  private static @Nullable String value(ResultSet row, List<Dimension> by, Dimension dimension)
      throws SQLException {
    return by.contains(dimension) ? row.getString(dimension.column()) : null;
  }

  /** What usage can be grouped by. */
  enum Dimension {
    DAY("to_char(s.finished_at at time zone 'UTC', 'YYYY-MM-DD')"),
    TENANT("t.tenant"),
    STEP("s.step"),
    MODEL("s.model");

    private final String expression;

    Dimension(String expression) {
      this.expression = expression;
    }

    static Optional<Dimension> named(String name) {
      return Stream.of(values())
          .filter(dimension -> dimension.name().equalsIgnoreCase(name))
          .findFirst();
    }

    String expression() {
      return expression;
    }

    String column() {
      return "by_" + name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The usage of one group.
   *
   * @param day in UTC, by the end of the steps
   * @param costUsd decimal, six places
   * @param callsSavedByReuse results that were there already
   * @param callsOfUnknownOutcome steps given up because nobody knows whether their call was made
   */
  record Line(
      @Nullable String day,
      @Nullable String tenant,
      @Nullable String step,
      @Nullable String model,
      long calls,
      long inputTokens,
      long outputTokens,
      String costUsd,
      long callsSavedByReuse,
      long callsOfUnknownOutcome) {}
}
