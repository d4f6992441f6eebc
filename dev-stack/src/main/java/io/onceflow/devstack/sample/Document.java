package io.onceflow.devstack.sample;

import io.onceflow.devstack.server.LaunchException;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;

/** A document to upload, with a title for people and the type that it claims to be. */
public final class Document {
  private static final int KEY_DIGITS = 32;
  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("txt", "text/plain"),
          Map.entry("text", "text/plain"),
          Map.entry("md", "text/markdown"),
          Map.entry("markdown", "text/markdown"),
          Map.entry("html", "text/html"),
          Map.entry("htm", "text/html"),
          Map.entry("pdf", "application/pdf"),
          Map.entry("doc", "application/msword"),
          Map.entry(
              "docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
          Map.entry("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
          Map.entry(
              "pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
          Map.entry("odt", "application/vnd.oasis.opendocument.text"),
          Map.entry("rtf", "application/rtf"),
          Map.entry("png", "image/png"),
          Map.entry("jpg", "image/jpeg"),
          Map.entry("jpeg", "image/jpeg"),
          Map.entry("tif", "image/tiff"),
          Map.entry("tiff", "image/tiff"));

  private final String title;
  private final String contentType;
  private final byte[] content;

  private Document(String title, String contentType, byte[] content) {
    this.title = title;
    this.contentType = contentType;
    this.content = content;
  }

  /** An article that ships with the launcher, in {@code en} or {@code zh}. */
  public static Document sample(String language) {
    var name = "article-%s.txt".formatted(language);
    try (InputStream in = Document.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new LaunchException("There is no sample article in '%s'".formatted(language));
      }
      var content = in.readAllBytes();
      var title = new String(content, StandardCharsets.UTF_8).lines().findFirst();
      return new Document(title.orElse(name), "text/plain", content);
    } catch (IOException e) {
      throw new LaunchException("Cannot read the sample article: " + e, e);
    }
  }

  public static Document read(Path file) {
    try {
      var name = file.getFileName().toString();
      return new Document(name, typeOf(name), Files.readAllBytes(file));
    } catch (IOException e) {
      throw new LaunchException("Cannot read %s: %s".formatted(file, e), e);
    }
  }

  private static String typeOf(String name) {
    var extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return TYPES.getOrDefault(extension, "application/octet-stream");
  }

  String title() {
    return title;
  }

  String contentType() {
    return contentType;
  }

  HttpRequest.BodyPublisher body() {
    return HttpRequest.BodyPublishers.ofByteArray(content);
  }

  /** The same document is the same task: business key, operation and version. */
  String idempotencyKey() {
    try {
      var digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
      return "document-%s:process:1".formatted(digest.substring(0, KEY_DIGITS));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
