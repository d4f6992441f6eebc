package io.onceflow.worker.engine.openai;

import io.onceflow.worker.engine.openai.chat.Endpoint;
import io.onceflow.worker.engine.openai.chat.Price;
import io.onceflow.worker.engine.openai.chat.Secret;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes an endpoint of its settings, or says at start which of them is wrong. */
record EndpointCheck(String setting) {
  private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  /** Set by the HTTP client, which would drop other values in silence. */
  private static final List<String> CLIENTS_OWN_HEADERS =
      List.of("connection", "content-length", "content-type", "expect", "host", "upgrade");

  private static final long LARGEST_ANSWER = 1L << 30;

  Endpoint endpoint(String name, EndpointProperties given) {
    require(given.maxTokens() > 0, "max-tokens", "must be positive");
    require(given.contextTokens() >= 0, "context-tokens", "must not be negative");
    require(given.connectTimeout().isPositive(), "connect-timeout", "must be positive");
    var firstByte = given.firstByteTimeout();
    require(firstByte == null || firstByte.isPositive(), "first-byte-timeout", "must be positive");
    long largest = given.largestAnswer().toBytes();
    require(largest > 0 && largest <= LARGEST_ANSWER, "largest-answer", "must be from 1B to 1GB");
    checkTemperature(given.temperature());
    given.prices().forEach(this::checkPrice);
    given.headers().forEach(this::checkHeader);
    return new Endpoint(
        name,
        setting,
        completions(given.baseUrl()),
        key(given.apiKey(), given.apiKeyFile()),
        given.headers(),
        proxy(given.proxy()),
        given.connectTimeout(),
        firstByte,
        given.structuredOutput(),
        given.largestAnswer());
  }

  void checkTemperature(@Nullable Double temperature) {
    require(
        temperature == null || (temperature >= 0 && temperature <= 2),
        "temperature",
        "must be from 0 to 2 but is " + temperature);
  }

  private void checkPrice(String model, Price price) {
    var cached = price.cachedInput();
    require(
        price.input().signum() >= 0
            && price.output().signum() >= 0
            && (cached == null || cached.signum() >= 0),
        "prices." + model,
        "must not be negative");
  }

  private void checkHeader(String header, Secret value) {
    require(
        value.isHeaderValue(),
        "headers." + header,
        "holds a line end or another control character");
    require(
        HEADER_NAME.matcher(header).matches(), "headers", "'%s' is no header".formatted(header));
    require(
        !CLIENTS_OWN_HEADERS.contains(header.toLowerCase(Locale.ROOT)),
        "headers." + header,
        "cannot be set");
  }

  private URI completions(@Nullable URI baseUrl) {
    if (baseUrl == null) {
      throw wrong("base-url", "is not set");
    }
    require(baseUrl.getUserInfo() == null, "base-url", "must not hold a password; use api-key");
    var scheme = String.valueOf(baseUrl.getScheme());
    require(
        List.of("http", "https").contains(scheme) && baseUrl.getHost() != null,
        "base-url",
        "must be an http or https address but is " + baseUrl);
    var path = baseUrl.getRawPath().replaceAll("/+$", "");
    var query = baseUrl.getRawQuery();
    return URI.create(
        "%s://%s%s/chat/completions%s"
            .formatted(scheme, baseUrl.getRawAuthority(), path, query == null ? "" : "?" + query));
  }

  private @Nullable Secret key(@Nullable Secret key, @Nullable Path file) {
    boolean given = key != null && !key.isEmpty();
    if (file == null) {
      require(key == null || key.isHeaderValue(), "api-key", "holds a line end within");
      return given ? key : null;
    }
    require(!given, "api-key", "and api-key-file are both set");
    try {
      var read = Secret.of(Files.readString(file));
      require(
          !read.isEmpty() && read.isHeaderValue(),
          "api-key-file",
          "must name a file with the key alone: " + file);
      return read;
    } catch (IOException e) {
      throw wrong("api-key-file", "cannot be read: " + e);
    }
  }

  private @Nullable URI proxy(@Nullable URI proxy) {
    require(
        proxy == null
            || ("http".equals(proxy.getScheme())
                && proxy.getHost() != null
                && proxy.getUserInfo() == null),
        "proxy",
        "must be http://host:port");
    return proxy;
  }

  private void require(boolean right, String key, String problem) {
    if (!right) {
      throw wrong(key, problem);
    }
  }

  private IllegalArgumentException wrong(String key, String problem) {
    return new IllegalArgumentException("%s.%s %s".formatted(setting, key, problem));
  }
}
