package io.onceflow.http.access;

import io.onceflow.http.access.AccessProperties.JwtClaims;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.converter.Converter;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;

/** Reads the caller from the claims of a token that the resource server found valid. */
final class CallerOfJwt implements Converter<Jwt, AbstractAuthenticationToken> {
  private final JwtClaims claims;

  CallerOfJwt(JwtClaims claims) {
    this.claims = claims;
  }

  @Override
  public AbstractAuthenticationToken convert(Jwt token) {
    return Authentications.of(
        new Caller(
            text(token, claims.tenantClaim()), text(token, claims.userClaim()), roles(token)));
  }

  private Set<Role> roles(Jwt token) {
    return switch (claim(token, claims.rolesClaim())) {
      case String names -> roles(Stream.of(names.split(" ", -1)));
      case Collection<?> names -> roles(names.stream().map(String::valueOf));
      case null, default -> Set.of();
    };
  }

  private static Set<Role> roles(Stream<String> names) {
    return names.flatMap(name -> Role.named(name).stream()).collect(Collectors.toSet());
  }

  private static String text(Jwt token, String claim) {
    var value = Objects.toString(claim(token, claim), "");
    if (value.isBlank()) {
      throw new InvalidBearerTokenException("the token lacks the claim '%s'".formatted(claim));
    }
    return value;
  }

  private static @Nullable Object claim(Jwt token, String path) {
    Object value = token.getClaims().get(path);
    if (value != null) {
      return value;
    }
    value = token.getClaims();
    for (var name : path.split("\\.", -1)) {
      value = value instanceof Map<?, ?> object ? object.get(name) : null;
    }
    return value;
  }
}
