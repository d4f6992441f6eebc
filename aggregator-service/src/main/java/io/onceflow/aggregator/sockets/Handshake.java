package io.onceflow.aggregator.sockets;

import io.onceflow.http.access.Caller;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.security.core.Authentication;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import org.springframework.web.socket.WebSocketHandler;
import org.springframework.web.socket.server.HandshakeInterceptor;

/** Remembers who connects, and under which address the service was reached. */
final class Handshake implements HandshakeInterceptor {
  static final String CALLER = "onceflow.caller";
  static final String BASE = "onceflow.base";

  @Override
  public boolean beforeHandshake(
      ServerHttpRequest request,
      ServerHttpResponse response,
      WebSocketHandler handler,
      Map<String, Object> attributes) {
    if (request instanceof ServletServerHttpRequest http
        && http.getPrincipal() instanceof Authentication authentication
        && authentication.getPrincipal() instanceof Caller caller) {
      attributes.put(CALLER, caller);
      attributes.put(
          BASE,
          ServletUriComponentsBuilder.fromContextPath(http.getServletRequest())
              .build()
              .toUriString());
      return true;
    }
    response.setStatusCode(HttpStatus.UNAUTHORIZED);
    return false;
  }

  @Override
  public void afterHandshake(
      ServerHttpRequest request,
      ServerHttpResponse response,
      WebSocketHandler handler,
      @Nullable Exception failure) {
    // nothing to undo
  }
}
