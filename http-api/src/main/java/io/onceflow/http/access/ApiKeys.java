package io.onceflow.http.access;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The configured keys. A presented key is hashed and compared with every configured hash in
 * constant time, so that the time of an answer tells nothing about them.
 */
final class ApiKeys implements CallerSource {
  private static final String BEARER = "Bearer ";

  private final List<Key> keys;

  ApiKeys(List<AccessProperties.ApiKey> keys) {
    this.keys = keys.stream().map(Key::new).toList();
  }

  @Override
  public Optional<Caller> callerOf(HttpServletRequest request) {
    return Optional.ofNullable(presentedKey(request)).flatMap(this::holderOf);
  }

  private Optional<Caller> holderOf(String presented) {
    var hash = sha256(presented);
    Caller holder = null;
    for (var key : keys) {
      if (key.is(hash)) {
        holder = key.holder;
      }
    }
    return Optional.ofNullable(holder);
  }

  private static @Nullable String presentedKey(HttpServletRequest request) {
    var key = request.getHeader("X-API-Key");
    if (key != null) {
      return key;
    }
    var authorization = request.getHeader("Authorization");
    return authorization != null && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
        ? authorization.substring(BEARER.length()).strip()
        : null;
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static final class Key {
    private final byte[] hash;
    private final Caller holder;

    Key(AccessProperties.ApiKey key) {
      this.hash = key.hash();
      this.holder = new Caller(key.tenant(), key.user(), key.roles());
    }

    boolean is(byte[] presented) {
      return MessageDigest.isEqual(hash, presented);
    }
  }
}
