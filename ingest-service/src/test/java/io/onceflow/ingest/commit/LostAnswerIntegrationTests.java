package io.onceflow.ingest.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.onceflow.ingest.RunningIngest;
import io.onceflow.ingest.document.Document;
import io.onceflow.ingest.document.DocumentLimits;
import io.onceflow.ingest.document.DocumentReader;
import io.onceflow.model.Input;
import io.onceflow.model.TaskAccepted;
import io.onceflow.model.TaskId;
import io.onceflow.model.UuidV7;
import io.onceflow.outbox.OutboxRow;
import io.onceflow.payload.PayloadRef;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.util.unit.DataSize;

/** The connection breaks after the commit and before its answer. */
class LostAnswerIntegrationTests {
  private final RunningIngest ingest = RunningIngest.shared();
  private final LosingDataSource database =
      new LosingDataSource(Objects.requireNonNull(ingest.database().getDataSource()));
  private final JdbcTemplate jdbc = new JdbcTemplate(database);
  private final CommitTasks commit =
      new CommitTasks(
          new TaskTable(jdbc, true, Duration.ofDays(1)),
          new IdempotencyKeyTable(jdbc),
          () -> {},
          new CommitMetrics(new SimpleMeterRegistry()));

  @Test
  void theTasksAreAcceptedAndThereIsOneOfEach() throws Exception {
    var first = task("lost:process:1");
    var keyless = task(null);
    var repeated = task("lost:process:1");
    database.loseAnswer(1);
    assertThat(commit.write(List.of(first, keyless, repeated)))
        .containsExactly(
            new Outcome.Accepted(first.accepted().taskId(), first.answer()),
            new Outcome.Accepted(keyless.accepted().taskId(), keyless.answer()),
            new Outcome.Replayed(first.accepted().taskId(), first.answer()));
    assertThat(rowsOf(first)).isEqualTo(1);
    assertThat(rowsOf(keyless)).isEqualTo(1);
    assertThat(rowsOf(repeated)).isZero();
  }

  @Test
  void aGroupOfRepetitionsWritesNothingAgain() throws Exception {
    var first = task("again:process:1");
    assertThat(commit.write(List.of(first))).hasOnlyElementsOfType(Outcome.Accepted.class);
    database.loseAnswer(1);
    assertThat(commit.write(List.of(task("again:process:1"))))
        .containsExactly(new Outcome.Replayed(first.accepted().taskId(), first.answer()));
  }

  @Test
  void whatIsCommittedIsToldAlsoWhenTheRepetitionsCannotBe() throws Exception {
    commit.write(List.of(task("told:process:1")));
    var fresh = task(null);
    database.loseAnswer(2);
    assertThat(commit.write(List.of(task("told:process:1"), fresh)))
        .containsExactly(
            new Outcome.Unavailable(),
            new Outcome.Accepted(fresh.accepted().taskId(), fresh.answer()));
  }

  private int rowsOf(NewTask task) {
    return ingest.one(
        Integer.class,
        "select count(*) from ingest.outbox where key = ?",
        task.accepted().taskId().value());
  }

  private static NewTask task(@Nullable String key) throws Exception {
    var now = Instant.now();
    var document = document();
    var payload = PayloadRef.of("acme", document.content());
    var accepted =
        new TaskAccepted(
            UuidV7.next(),
            TaskId.next(),
            "acme",
            "alice",
            "article",
            List.of(),
            null,
            null,
            5,
            now,
            now,
            now,
            "trace",
            "test",
            new Input(payload.toString(), document.mediaType(), 4, null),
            payload.sha256(),
            "",
            null,
            Map.of());
    return new NewTask(
        accepted,
        document,
        OutboxRow.of("topic", accepted.taskId(), accepted, null),
        key == null ? null : new IdempotencyKey(key),
        "fingerprint",
        "{}");
  }

  private static Document document() throws Exception {
    var limit = DataSize.ofMegabytes(1);
    return new DocumentReader(new DocumentLimits(limit, limit)).text("Text");
  }

  /** Gives connections, one of which breaks right after it executed a statement. */
  private static final class LosingDataSource extends DelegatingDataSource {
    private final AtomicInteger untilLoss = new AtomicInteger();

    LosingDataSource(DataSource target) {
      super(target);
    }

    void loseAnswer(int number) {
      untilLoss.set(number);
    }

    @Override
    public Connection getConnection() throws SQLException {
      var connection = super.getConnection();
      return proxy(
          Connection.class,
          connection,
          result ->
              result instanceof PreparedStatement statement
                  ? proxy(PreparedStatement.class, statement, this::lost)
                  : result);
    }

    private Object lost(Object result) throws SQLException {
      if (result instanceof ResultSet && untilLoss.getAndDecrement() == 1) {
        throw new SQLException("the connection broke", "08006");
      }
      return result;
    }

    private static <T> T proxy(Class<T> type, T target, Then then) {
      return type.cast(
          Proxy.newProxyInstance(
              LosingDataSource.class.getClassLoader(),
              new Class<?>[] {type},
              (_, method, arguments) -> {
                try {
                  var result = method.invoke(target, arguments);
                  return result == null ? null : then.apply(result);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              }));
    }

    /** What becomes of a result. */
    private interface Then {
      Object apply(Object result) throws SQLException;
    }
  }
}
