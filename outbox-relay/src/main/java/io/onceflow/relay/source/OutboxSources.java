package io.onceflow.relay.source;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** All outboxes to drain. Opening them never fails: databases may come later. */
public final class OutboxSources implements AutoCloseable {
  /** The loop, the leases, the census and an operator's call. */
  private static final int CONNECTIONS = 4;

  private static final long CONNECT_TIMEOUT_MILLIS = 3000;

  /**
   * The same plan whatever the table's statistics say: rows come and go so fast that they are
   * always wrong, and a plan made while the table was empty must not live on when it is full.
   */
  private static final String SESSION =
      """
      set synchronous_commit = off;
      set enable_seqscan = off;
      set enable_bitmapscan = off;
      set jit = off;
      set plan_cache_mode = force_generic_plan;
      set work_mem = '32MB'
      """;

  private final List<OutboxSource> sources;

  private OutboxSources(List<OutboxSource> sources) {
    this.sources = List.copyOf(sources);
  }

  static OutboxSources open(
      SourceProperties properties,
      @Nullable String defaultUrl,
      @Nullable String defaultUsername,
      @Nullable String defaultPassword) {
    var sources = new ArrayList<OutboxSource>();
    properties
        .outboxes()
        .forEach(
            (name, outbox) -> {
              var pool = new HikariConfig();
              pool.setPoolName("outbox-" + name);
              pool.setJdbcUrl(Objects.requireNonNullElse(outbox.url(), defaultUrl));
              pool.setUsername(orDefault(outbox.username(), defaultUsername));
              pool.setPassword(orDefault(outbox.password(), defaultPassword));
              configure(pool);
              sources.add(
                  new OutboxSource(
                      name, Objects.requireNonNull(outbox.schema()), new HikariDataSource(pool)));
            });
    return new OutboxSources(sources);
  }

  /** The outboxes, in no certain order. */
  public List<OutboxSource> all() {
    return sources;
  }

  private static void configure(HikariConfig pool) {
    pool.setConnectionInitSql(SESSION);
    pool.setMaximumPoolSize(CONNECTIONS);
    pool.setMinimumIdle(2);
    pool.setConnectionTimeout(CONNECT_TIMEOUT_MILLIS);
    pool.setInitializationFailTimeout(-1);
    pool.addDataSourceProperty("ApplicationName", "outbox-relay");
    pool.addDataSourceProperty("connectTimeout", "3");
    pool.addDataSourceProperty("socketTimeout", "30");
    pool.addDataSourceProperty("tcpKeepAlive", "true");
  }

  private static @Nullable String orDefault(@Nullable String own, @Nullable String otherwise) {
    return own == null ? otherwise : own;
  }

  @Override
  public void close() {
    sources.forEach(OutboxSource::close);
  }
}
