package io.onceflow.http.access;

import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.web.authentication.preauth.PreAuthenticatedAuthenticationToken;

/** What Spring Security is told about a caller. */
final class Authentications {
  private Authentications() {}

  static AbstractAuthenticationToken of(Caller caller) {
    var authorities = caller.roles().stream().map(role -> "ROLE_" + role.name()).toList();
    return new PreAuthenticatedAuthenticationToken(
        caller, "", AuthorityUtils.createAuthorityList(authorities));
  }
}
