package io.onceflow.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.devstack.test.TestServers;
import io.onceflow.ingest.retention.MakeRoom;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.StatementCallback;

class RetentionIntegrationTests {
  private final LocalDate today = LocalDate.now(ZoneOffset.UTC);

  @Test
  void thereIsRoomForTodayAndTheDaysAhead() {
    try (var ingest = RunningIngest.start("onceflow.ingest.retention.ahead=P3D")) {
      assertThat(partitions(ingest)).containsExactly(name(-1), name(0), name(1), name(2), name(3));
      ingest.submit("", Map.of("text", "Today."));
      assertThat(ingest.count("ingest." + name(0))).isEqualTo(1);
      ingest.bean(MakeRoom.class).ahead();
      assertThat(partitions(ingest)).hasSize(5);
    }
  }

  @Test
  void oldDaysLeaveAlsoAfterAnInterruption() throws Exception {
    var servers = TestServers.shared();
    var database = servers.freshDatabase();
    try (var ingest = RunningIngest.startOn(database);
        var other =
            DriverManager.getConnection(
                database, servers.databaseUser(), servers.databasePassword())) {
      for (var daysAgo : List.of(30, 31, 32, 33)) {
        add(ingest, -daysAgo);
      }
      // one whose detachment was begun and never finished: a reader held it up, then it was
      // cancelled
      other.setAutoCommit(false);
      try (var reader = other.createStatement()) {
        reader.execute("select * from ingest.task");
        ingest
            .database()
            .execute(
                (StatementCallback<Boolean>)
                    statement -> {
                      statement.execute("set lock_timeout = '200ms'");
                      try {
                        statement.execute(
                            "alter table ingest.task detach partition ingest.%s concurrently"
                                .formatted(name(-32)));
                      } catch (SQLException e) {
                        assertThat(e.getSQLState()).isEqualTo("55P03");
                      } finally {
                        statement.execute("reset lock_timeout");
                      }
                      return true;
                    });
        other.rollback();
      }
      ingest.database().execute("alter table ingest.task detach partition ingest." + name(-33));

      ingest.bean(MakeRoom.class).behind();

      assertThat(partitions(ingest)).startsWith(name(-30), name(-1)).hasSize(10);
      assertThat(
              ingest.one(
                  Integer.class, "select count(*) from pg_tables where tablename ~ '^task_2'"))
          .isEqualTo(10);
    }
  }

  @Test
  void aDocumentStaysAsLongAsItIsUploaded() {
    try (var ingest = RunningIngest.start()) {
      ingest.submit("", Map.of("text", "Long unused."));
      ingest.submit("", Map.of("text", "Used again."));
      ingest.database().update("update payload.payload set used_on = current_date - 33");
      ingest.submit("", Map.of("text", "Used again."));

      ingest.bean(MakeRoom.class).behind();

      assertThat(
              ingest.one(String.class, "select convert_from(content, 'UTF8') from payload.payload"))
          .isEqualTo("Used again.");
    }
  }

  private void add(RunningIngest ingest, int day) {
    ingest
        .database()
        .execute(
            "create table ingest.%s partition of ingest.task for values from ('%s') to ('%s')"
                .formatted(name(day), firstId(day), firstId(day + 1)));
  }

  private String firstId(int day) {
    var millis = today.plusDays(day).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    return new UUID(millis << 16, 0).toString();
  }

  private String name(int day) {
    return "task_" + today.plusDays(day).format(DateTimeFormatter.BASIC_ISO_DATE);
  }

  private static List<String> partitions(RunningIngest ingest) {
    return ingest
        .database()
        .queryForList(
            "select inhrelid::regclass::text from pg_inherits where inhparent ="
                + " 'ingest.task'::regclass and not inhdetachpending order by 1",
            String.class)
        .stream()
        .map(name -> name.substring(name.indexOf('.') + 1))
        .toList();
  }
}
