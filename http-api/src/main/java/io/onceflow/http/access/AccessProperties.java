package io.onceflow.http.access;

import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who may call. There is no mode without authentication.
 *
 * @param mode where callers come from
 * @param apiKeys the keys of mode {@code api-key}, at least one there
 * @param jwt which claims of a token name the caller in mode {@code jwt}; the issuer is {@code
 *     spring.security.oauth2.resourceserver.jwt.issuer-uri}
 */
@ConfigurationProperties("onceflow.security")
record AccessProperties(
    @DefaultValue("api-key") Mode mode,
    @DefaultValue List<ApiKey> apiKeys,
    @DefaultValue JwtClaims jwt) {

  AccessProperties {
    apiKeys = List.copyOf(apiKeys);
    if (mode == Mode.API_KEY && apiKeys.isEmpty()) {
      throw new IllegalArgumentException(
          "onceflow.security.api-keys is empty: configure at least one key (name, sha256, tenant,"
              + " user, roles), or set onceflow.security.mode to jwt");
    }
    var hashes = new HashSet<String>();
    for (var key : apiKeys) {
      if (!hashes.add(key.sha256())) {
        throw new IllegalArgumentException(
            "onceflow.security.api-keys: the key '%s' has the sha256 of another"
                .formatted(key.name()));
      }
    }
  }

  enum Mode {
    API_KEY,
    JWT
  }

  /**
   * A key, by its hash, so that the configuration holds no secret.
   *
   * @param name for people
   * @param sha256 of the key's UTF-8 bytes, 64 hexadecimal digits: {@code printf %s KEY |
   *     sha256sum}
   * @param tenant that the key's holder belongs to
   * @param user that the key's holder acts as
   * @param roles {@code user}, {@code operator}
   */
  record ApiKey(
      String name,
      String sha256,
      @DefaultValue("default") String tenant,
      @DefaultValue("default") String user,
      @DefaultValue("user") Set<Role> roles) {

    // binding gives null for what the configuration leaves out
    @SuppressWarnings("NullAway")
    ApiKey {
      require(name != null && !name.isBlank(), "name", "is missing");
      require(sha256 != null, "sha256", "of the key '%s' is missing".formatted(name));
      require(isSha256(sha256), "sha256", "of '%s' is not 64 hexadecimal digits".formatted(name));
      require(!tenant.isBlank(), "tenant", "of the key '%s' is blank".formatted(name));
      require(!user.isBlank(), "user", "of the key '%s' is blank".formatted(name));
      require(!roles.isEmpty(), "roles", "of the key '%s' are missing".formatted(name));
      roles = Set.copyOf(roles);
    }

    byte[] hash() {
      return HexFormat.of().parseHex(sha256);
    }

    private static boolean isSha256(String text) {
      return text.length() == 64 && text.chars().allMatch(HexFormat::isHexDigit);
    }

    private static void require(boolean met, String field, String problem) {
      if (!met) {
        throw new IllegalArgumentException(
            "onceflow.security.api-keys[].%s %s".formatted(field, problem));
      }
    }
  }

  /**
   * The claims of a token; a dot goes into an object, as in {@code realm_access.roles}.
   *
   * @param tenantClaim text; a token without it is refused
   * @param userClaim text
   * @param rolesClaim a list, or names with spaces between; unknown names are ignored
   */
  record JwtClaims(
      @DefaultValue("tenant") String tenantClaim,
      @DefaultValue("sub") String userClaim,
      @DefaultValue("roles") String rolesClaim) {}
}
