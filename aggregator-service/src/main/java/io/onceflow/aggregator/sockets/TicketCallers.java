package io.onceflow.aggregator.sockets;

import io.onceflow.http.access.Caller;
import io.onceflow.http.access.CallerSource;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/** Knows the caller of a WebSocket's handshake by the ticket in the query. */
final class TicketCallers implements CallerSource {
  private final TicketTable tickets;

  TicketCallers(TicketTable tickets) {
    this.tickets = tickets;
  }

  @Override
  public Optional<Caller> callerOf(HttpServletRequest request) {
    if (!SocketConfiguration.PATH.equals(request.getServletPath())
        && !SocketConfiguration.PATH.equals(request.getRequestURI())) {
      return Optional.empty();
    }
    return Optional.ofNullable(request.getParameter("ticket")).flatMap(tickets::redeem);
  }
}
