package io.onceflow.relay.source;

import io.onceflow.devstack.test.TestServers;
import io.onceflow.relay.source.SourceProperties.Outbox;
import io.onceflow.relay.testing.TestOutbox;
import java.util.Map;

/** The relay's connections to a test's outbox. */
public final class TestSource {
  private TestSource() {}

  public static OutboxSources of(TestOutbox outbox) {
    var servers = TestServers.shared();
    return OutboxSources.open(
        new SourceProperties(Map.of("test", new Outbox(null, null, null, TestOutbox.SCHEMA))),
        outbox.url(),
        servers.databaseUser(),
        servers.databasePassword());
  }
}
