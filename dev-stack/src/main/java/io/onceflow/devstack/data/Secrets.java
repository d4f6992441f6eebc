package io.onceflow.devstack.data;

import io.onceflow.devstack.server.LaunchException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** Secrets made when a data folder is first used, and kept in it for its owner alone. */
public final class Secrets {
  private static final int BYTES = 24;

  private Secrets() {}

  public static String apiKey(DataFolder folder) {
    return kept(folder.apiKey(), "onceflow_");
  }

  public static String databasePassword(DataFolder folder) {
    return kept(folder.databasePassword(), "");
  }

  public static String sha256(String secret) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(secret.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String kept(Path file, String prefix) {
    try {
      if (Files.exists(file)) {
        return Files.readString(file).strip();
      }
    } catch (IOException e) {
      throw new LaunchException("Cannot read %s: %s".formatted(file, e), e);
    }
    var bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    var secret = prefix + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    DataFolder.writePrivate(file, secret + "\n");
    return secret;
  }
}
