package io.onceflow.relay.source;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The outboxes to drain.
 *
 * @param outboxes by name, which metrics and logs use
 */
@ConfigurationProperties("onceflow.relay")
public record SourceProperties(Map<String, Outbox> outboxes) {
  private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

  public SourceProperties {
    var complete = new LinkedHashMap<String, Outbox>();
    outboxes.forEach((name, outbox) -> complete.put(name, outbox.completed(name)));
    if (complete.isEmpty()) {
      throw new IllegalArgumentException("onceflow.relay.outboxes must name an outbox");
    }
    outboxes = Map.copyOf(complete);
  }

  /**
   * Where an outbox lies.
   *
   * @param url of the database; absent for {@code spring.datasource.url}
   * @param username absent for {@code spring.datasource.username}
   * @param password absent for {@code spring.datasource.password}
   * @param schema that holds the tables; absent for the name of the outbox
   */
  public record Outbox(
      @Nullable String url,
      @Nullable String username,
      @Nullable String password,
      @Nullable String schema) {

    Outbox completed(String name) {
      var named = schema == null ? name : schema;
      if (!SCHEMA.matcher(named).matches()) {
        throw new IllegalArgumentException(
            "onceflow.relay.outboxes.%s.schema must be a plain lower-case name, not '%s'"
                .formatted(name, named));
      }
      return new Outbox(url, username, password, named);
    }
  }
}
