package io.onceflow.http.access;

import java.util.Set;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticatedPrincipal;

/**
 * Who makes the request; a controller takes it as {@code @AuthenticationPrincipal Caller}.
 *
 * @param tenant whose tasks the caller sees
 * @param user within the tenant
 */
public record Caller(String tenant, String user, Set<Role> roles)
    implements AuthenticatedPrincipal {
  public Caller {
    if (tenant.isBlank() || user.isBlank()) {
      throw new IllegalArgumentException("a caller needs a tenant and a user");
    }
    roles = Set.copyOf(roles);
  }

  public boolean has(Role role) {
    return roles.contains(role);
  }

  /**
   * Lets only callers of the role pass.
   *
   * @throws AccessDeniedException otherwise, which is answered with 403
   */
  public void require(Role role) {
    if (!has(role)) {
      throw new AccessDeniedException("this needs the role '%s'".formatted(role));
    }
  }

  @Override
  public String getName() {
    return user;
  }
}
