package io.onceflow.relay.parked;

import io.onceflow.relay.source.OutboxSource;
import io.onceflow.relay.source.OutboxSources;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * The operator's hand on parked rows, on the management port: {@code GET /actuator/parked} lists
 * them, {@code POST /actuator/parked/{outbox}/{id}} releases one to be tried again, {@code DELETE
 * /actuator/parked/{outbox}/{id}} gives one up unpublished. Either way the later rows of its key
 * flow within a second or two.
 */
@Endpoint(id = "parked")
class ParkedEndpoint {
  private static final int MOST = 500;

  private final Map<String, OutboxSource> sources = new LinkedHashMap<>();

  ParkedEndpoint(OutboxSources sources) {
    sources.all().forEach(source -> this.sources.put(source.name(), source));
  }

  /** The newest parked rows of each outbox; of an outbox out of reach, why it is. */
  @ReadOperation
  Map<String, Object> list() {
    var rows = new ArrayList<ParkedRow>();
    var unreachable = new LinkedHashMap<String, String>();
    for (var source : sources.values()) {
      try (var connection = source.connection()) {
        rows.addAll(new ParkedTable(source).newest(connection, MOST));
      } catch (SQLException e) {
        unreachable.put(source.name(), String.valueOf(e.getMessage()));
      }
    }
    return Map.of("rows", List.copyOf(rows), "unreachable", Map.copyOf(unreachable));
  }

  /** Releases a row: the relay tries it again, and parks it again if nothing has changed. */
  @WriteOperation
  WebEndpointResponse<Void> release(@Selector String outbox, @Selector long id)
      throws SQLException {
    return change(outbox, id, ParkedTable::release);
  }

  /** Deletes a row from its outbox unpublished. */
  @DeleteOperation
  WebEndpointResponse<Void> discard(@Selector String outbox, @Selector long id)
      throws SQLException {
    return change(outbox, id, ParkedTable::discard);
  }

  private WebEndpointResponse<Void> change(String outbox, long id, Change change)
      throws SQLException {
    var source = sources.get(outbox);
    if (source == null) {
      return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }
    try (var connection = source.connection()) {
      var found = change.apply(new ParkedTable(source), connection, id);
      return new WebEndpointResponse<>(
          found ? WebEndpointResponse.STATUS_NO_CONTENT : WebEndpointResponse.STATUS_NOT_FOUND);
    }
  }

  private interface Change {
    boolean apply(ParkedTable table, Connection connection, long id) throws SQLException;
  }
}
