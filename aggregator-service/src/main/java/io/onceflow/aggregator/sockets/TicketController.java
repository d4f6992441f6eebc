package io.onceflow.aggregator.sockets;

import io.onceflow.http.access.Caller;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Base64;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Issues tickets to browsers, which cannot send headers with a WebSocket's handshake. */
@RestController
class TicketController {
  private static final int BYTES = 32;

  private final TicketTable tickets;
  private final SocketProperties properties;
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  TicketController(TicketTable tickets, SocketProperties properties, Clock clock) {
    this.tickets = tickets;
    this.properties = properties;
    this.clock = clock;
  }

  @PostMapping("/api/v1/ws-tickets")
  @ResponseStatus(HttpStatus.CREATED)
  Ticket issue(@AuthenticationPrincipal Caller caller) {
    var secret = new byte[BYTES];
    random.nextBytes(secret);
    var ticket = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    tickets.issue(ticket, caller, properties.ticketLifetime());
    return new Ticket(ticket, clock.instant().plus(properties.ticketLifetime()));
  }

  /** A ticket for one connection: {@code /ws/v1/tasks?ticket=…}. */
  record Ticket(String ticket, Instant expiresAt) {}
}
