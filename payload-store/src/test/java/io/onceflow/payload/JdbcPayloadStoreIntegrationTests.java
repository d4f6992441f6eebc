package io.onceflow.payload;

import io.onceflow.devstack.test.TestServers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeAll;
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
    jdbc.execute(
        new ClassPathResource("io/onceflow/payload/migration/V2__payload.sql")
            .getContentAsString(StandardCharsets.UTF_8));
  }

  @Override
  public PayloadStore store() {
    return new JdbcPayloadStore(jdbc);
  }
}
