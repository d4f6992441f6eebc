package io.onceflow.worker.execution.end;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.onceflow.devstack.test.TestServers;
import io.onceflow.worker.execution.AskedWork;
import io.onceflow.worker.execution.CallsMade;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.ExecutionStatus;
import io.onceflow.worker.execution.InstanceId;
import io.onceflow.worker.execution.StepSuccess;
import io.onceflow.worker.execution.table.ClaimStatement;
import io.onceflow.worker.testing.SampleClaims;
import java.time.Instant;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.node.JsonNodeFactory;

class SuccessStatementIntegrationTests {
  private final Claim claim = SampleClaims.ofOneWork();
  private HikariDataSource source;
  private JdbcTemplate jdbc;
  private SuccessStatement statement;

  @BeforeEach
  void begin() {
    var settings = TestServers.shared().springProperties();
    source = new HikariDataSource();
    source.setJdbcUrl(String.valueOf(settings.get("spring.datasource.url")));
    source.setUsername(String.valueOf(settings.get("spring.datasource.username")));
    source.setPassword(String.valueOf(settings.get("spring.datasource.password")));
    source.setMaximumPoolSize(2);
    Flyway.configure()
        .dataSource(source)
        .schemas("worker")
        .defaultSchema("worker")
        .locations("classpath:db/migration", "classpath:io/onceflow/outbox/migration")
        .outOfOrder(true)
        .load()
        .migrate();
    jdbc = new JdbcTemplate(source);
    statement = new SuccessStatement(jdbc);
    // queued first, because only what runs is entered in the ledger, which has no partition here
    new ClaimStatement(jdbc, new InstanceId("one"))
        .claim(List.of(new AskedWork(claim, ExecutionStatus.QUEUED)));
    jdbc.execute("update worker.step_execution set status = 'RUNNING' where true");
  }

  @AfterEach
  void close() {
    source.close();
  }

  @Test
  void aResultIsRecordedAndAnsweredOnce() {
    assertThat(statement.record(List.of(success(claim, "mine")))).containsExactly(claim.token());
    assertThat(statement.record(List.of(success(claim, "again")))).isEmpty();
    assertThat(result()).contains("mine");
    assertThat(answers()).isEqualTo(1);
  }

  /** As by a worker that was stopped beyond its lease. */
  @Test
  void nothingIsWrittenUnderAClaimThatAnotherHasTakenOver() {
    var heir = SampleClaims.ofOneWork();
    jdbc.update("update worker.step_execution set claim_token = ?", heir.token());

    assertThat(statement.record(List.of(success(claim, "late")))).isEmpty();
    assertThat(answers()).isZero();

    assertThat(statement.record(List.of(success(heir, "heir's")))).containsExactly(heir.token());
    assertThat(result()).contains("heir's");
    assertThat(answers()).isEqualTo(1);
  }

  @Test
  void aResultThatOthersWaitForIsLeftToWhoAnswersThemToo() {
    jdbc.execute("update worker.step_execution set waiting = 1 where true");
    assertThat(statement.record(List.of(success(claim, "mine")))).isEmpty();
    assertThat(answers()).isZero();
  }

  private static StepSuccess success(Claim claim, String words) {
    var now = Instant.now();
    var result = JsonNodeFactory.instance.objectNode().put("words", words);
    return new StepSuccess(claim, result, null, null, CallsMade.NONE, now, now);
  }

  private String result() {
    return String.valueOf(
        jdbc.queryForObject("select result from worker.step_execution", String.class));
  }

  private long answers() {
    var count = jdbc.queryForObject("select count(*) from worker.outbox", Long.class);
    return count == null ? 0 : count;
  }
}
