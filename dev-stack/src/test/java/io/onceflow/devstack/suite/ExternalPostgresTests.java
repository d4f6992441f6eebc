package io.onceflow.devstack.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceflow.devstack.server.LaunchException;
import org.junit.jupiter.api.Test;

final class ExternalPostgresTests {
  @Test
  void theUsualUrlBecomesOneForJdbc() {
    assertThat(ExternalPostgres.parse("postgresql://ann:s%40fe@db.example:6432/texts?ssl=true"))
        .isEqualTo(
            new ExternalPostgres(
                "jdbc:postgresql://db.example:6432/texts?ssl=true", "ann", "s@fe"));
  }

  @Test
  void aJdbcUrlIsTakenWithItsLoginAsParameters() {
    assertThat(ExternalPostgres.parse("jdbc:postgresql://db/texts?user=ann&password=s%40fe"))
        .isEqualTo(new ExternalPostgres("jdbc:postgresql://db:5432/texts", "ann", "s@fe"));
  }

  @Test
  void anotherAddressIsRefusedWithTheFormThatIsWanted() {
    assertThatThrownBy(() -> ExternalPostgres.parse("localhost:5432"))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("postgresql://USER:PASSWORD@HOST:PORT/DATABASE");
  }
}
