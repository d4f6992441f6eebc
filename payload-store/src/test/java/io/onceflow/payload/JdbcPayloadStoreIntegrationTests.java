package io.onceflow.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceflow.devstack.test.TestServers;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class JdbcPayloadStoreIntegrationTests implements PayloadStoreContract {
  private static JdbcTemplate jdbc = new JdbcTemplate();

  @BeforeAll
  static void migrate() throws Exception {
    var servers = TestServers.shared();
    jdbc =
        new JdbcTemplate(
            new DriverManagerDataSource(
                servers.freshDatabase(), servers.databaseUser(), servers.databasePassword()));
    for (var migration : List.of("V2__payload.sql", "V3__payload_use.sql")) {
      jdbc.execute(
          new ClassPathResource("io/onceflow/payload/migration/" + migration)
              .getContentAsString(StandardCharsets.UTF_8));
    }
  }

  @Test
  void whatIsStoredAgainIsKeptAndWhatIsNotIsDeleted() {
    var unused = store().put("old", new byte[] {1}, "text/plain");
    var used = store().put("old", new byte[] {2}, "text/plain");
    jdbc.update("update payload.payload set used_on = '2020-01-01' where tenant = 'old'");
    store().put("old", new byte[] {2}, "text/plain");

    assertThat(store().deleteUnusedSince(LocalDate.parse("2020-01-01"), 10)).isZero();
    assertThat(store().deleteUnusedSince(LocalDate.parse("2020-01-02"), 10)).isOne();

    assertThat(store().get(used)).containsExactly(2);
    assertThatThrownBy(() -> store().get(unused)).isInstanceOf(PayloadNotFoundException.class);
  }

  @Override
  public PayloadStore store() {
    return new JdbcPayloadStore(jdbc);
  }
}
