package io.onceflow.aggregator.sockets;

import io.onceflow.http.access.Caller;
import io.onceflow.http.access.Role;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcOperations;

/** The table {@code ws_ticket}. It holds hashes, so that who reads it can connect nowhere. */
final class TicketTable {

  // Safe under concurrency: inserts a random key; whoever deletes an expired row, it is gone.
  private static final String ISSUE =
      """
      with gone as (delete from aggregator.ws_ticket where expires_at < clock_timestamp())
      insert into aggregator.ws_ticket (sha256, tenant, user_id, roles, expires_at)
      values (?, ?, ?, ?, clock_timestamp() + ? * interval '1 millisecond')
      """;

  // Safe under concurrency: of two who redeem a ticket one deletes the row and sees it.
  private static final String REDEEM =
      """
      delete from aggregator.ws_ticket where sha256 = ?
      returning tenant, user_id, roles, expires_at > clock_timestamp() as valid
      """;

  private final JdbcOperations jdbc;

  TicketTable(JdbcOperations jdbc) {
    this.jdbc = jdbc;
  }

  void issue(String ticket, Caller caller, Duration lifetime) {
    jdbc.update(
        ISSUE,
        sha256(ticket),
        caller.tenant(),
        caller.user(),
        caller.roles().stream().map(Role::name).collect(Collectors.joining(",")),
        lifetime.toMillis());
  }

  /** The caller that the ticket was issued to; the ticket is used up. */
  Optional<Caller> redeem(String ticket) {
    return jdbc
        .query(
            REDEEM,
            (row, _) ->
                row.getBoolean("valid")
                    ? Optional.of(
                        new Caller(
                            row.getString("tenant"),
                            row.getString("user_id"),
                            Stream.of(row.getString("roles").split(",", -1))
                                .map(Role::valueOf)
                                .collect(Collectors.toSet())))
                    : Optional.<Caller>empty(),
            sha256(ticket))
        .stream()
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
