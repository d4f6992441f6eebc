package io.onceflow.http.access;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceflow.http.access.AccessProperties.JwtClaims;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;

class CallerOfJwtTests {

  @Test
  void theClaimsNameTheCaller() {
    var token = token(Map.of("tenant", "acme", "sub", "alice", "roles", List.of("user", "other")));
    var caller = caller(new JwtClaims("tenant", "sub", "roles"), token);
    assertThat(caller).isEqualTo(new Caller("acme", "alice", Set.of(Role.USER)));
  }

  @Test
  void aClaimMayLieInAnObjectAndRolesMayBeText() {
    var token =
        token(Map.of("org", Map.of("id", "acme"), "sub", "o", "scope", "openid operator user"));
    var caller = caller(new JwtClaims("org.id", "sub", "scope"), token);
    assertThat(caller.tenant()).isEqualTo("acme");
    assertThat(caller.roles()).containsExactlyInAnyOrder(Role.USER, Role.OPERATOR);
  }

  @Test
  void aTokenWithoutTenantIsRefused() {
    var claims = new JwtClaims("tenant", "sub", "roles");
    assertThatThrownBy(() -> caller(claims, token(Map.of("sub", "alice"))))
        .isInstanceOf(InvalidBearerTokenException.class)
        .hasMessageContaining("tenant");
  }

  private static Caller caller(JwtClaims claims, Jwt token) {
    return (Caller) requireNonNull(new CallerOfJwt(claims).convert(token).getPrincipal());
  }

  private static Jwt token(Map<String, Object> claims) {
    return Jwt.withTokenValue("token")
        .header("alg", "RS256")
        .claims(all -> all.putAll(claims))
        .build();
  }
}
