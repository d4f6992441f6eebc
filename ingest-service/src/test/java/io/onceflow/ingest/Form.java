package io.onceflow.ingest;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;

/** A body of the type {@code multipart/form-data}. */
final class Form {
  private static final String BOUNDARY = "a-boundary-that-occurs-nowhere-else";

  private final ByteArrayOutputStream parts = new ByteArrayOutputStream();

  Form file(String name, String fileName, String contentType, byte[] content) {
    write(
        "--%s\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"%s\"\r\nContent-Type: %s\r\n\r\n"
            .formatted(BOUNDARY, name, fileName, contentType));
    parts.writeBytes(content);
    write("\r\n");
    return this;
  }

  Form field(String name, String value) {
    write(
        "--%s\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n"
            .formatted(BOUNDARY, name, value));
    return this;
  }

  String contentType() {
    return "multipart/form-data; boundary=" + BOUNDARY;
  }

  BodyPublisher body() {
    write("--%s--\r\n".formatted(BOUNDARY));
    return BodyPublishers.ofByteArray(parts.toByteArray());
  }

  private void write(String text) {
    parts.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }
}
