package io.onceflow.devstack.suite;

import io.onceflow.devstack.server.LaunchException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The address of a PostgreSQL that runs elsewhere, in either of the two usual forms. */
record ExternalPostgres(String jdbcUrl, String user, String password) {

  static ExternalPostgres parse(String address) {
    try {
      var isJdbc = address.startsWith("jdbc:");
      var uri = URI.create(isJdbc ? address.substring("jdbc:".length()) : address);
      if (!String.valueOf(uri.getScheme()).matches("postgres(ql)?") || uri.getHost() == null) {
        throw new IllegalArgumentException("not a PostgreSQL address");
      }
      var login = String.valueOf(uri.getUserInfo()).split(":", 2);
      var user = isJdbc ? parameter(uri, "user") : login[0];
      var password = isJdbc ? parameter(uri, "password") : login.length > 1 ? login[1] : "";
      return new ExternalPostgres(jdbcUrl(uri), user, password);
    } catch (IllegalArgumentException e) {
      throw new LaunchException(
          """
          --postgres %s: %s.
          Remedy: write postgresql://USER:PASSWORD@HOST:PORT/DATABASE.\
          """
              .formatted(address, e.getMessage()),
          e);
    }
  }

  private static String jdbcUrl(URI uri) {
    var port = uri.getPort() == -1 ? 5432 : uri.getPort();
    var rest =
        uri.getQuery() == null
            ? ""
            : Arrays.stream(uri.getQuery().split("&"))
                .filter(parameter -> !parameter.matches("(user|password)=.*"))
                .collect(Collectors.joining("&"));
    return "jdbc:postgresql://%s:%d%s%s"
        .formatted(uri.getHost(), port, uri.getPath(), rest.isEmpty() ? "" : "?" + rest);
  }

  private static String parameter(URI uri, String name) {
    return Arrays.stream(String.valueOf(uri.getRawQuery()).split("&"))
        .filter(parameter -> parameter.startsWith(name + "="))
        .map(parameter -> parameter.substring(name.length() + 1))
        .map(value -> URLDecoder.decode(value, StandardCharsets.UTF_8))
        .findFirst()
        .orElse("");
  }
}
