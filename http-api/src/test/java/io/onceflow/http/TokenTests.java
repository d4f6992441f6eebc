package io.onceflow.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;

/** Callers that come with tokens; the decoder stands in for an issuer's keys. */
@SpringBootTest(
    classes = {ProbeService.class, TokenTests.Issuer.class},
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {"onceflow.security.mode=jwt", "onceflow.security.jwt.tenant-claim=org"})
class TokenTests {
  private final HttpClient client = HttpClient.newHttpClient();
  @LocalServerPort private int port;

  @Test
  void aTokenNamesTheCaller() throws Exception {
    var answer = send("good");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body())
        .contains("\"tenant\":\"acme\"", "\"user\":\"alice\"", "\"roles\":[\"user\"]");
  }

  @Test
  void anInvalidTokenIsAProblem() throws Exception {
    for (var token : List.of("expired", "without-tenant")) {
      var answer = send(token);
      assertThat(answer.statusCode()).isEqualTo(401);
      assertThat(answer.body()).contains("urn:onceflow:problem:unauthorized");
      assertThat(answer.headers().firstValue("WWW-Authenticate")).contains("Bearer");
    }
  }

  @Test
  void aTokenWithoutARoleOfOursIsForbidden() throws Exception {
    var answer = send("without-role");
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("urn:onceflow:problem:forbidden");
  }

  private HttpResponse<String> send(String token) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("http://localhost:%d/caller".formatted(port)))
            .header("Authorization", "Bearer " + token);
    return client.send(request.build(), BodyHandlers.ofString());
  }

  static class Issuer {
    private static final Map<String, Map<String, Object>> TOKENS =
        Map.of(
            "good", Map.of("org", "acme", "sub", "alice", "roles", List.of("user")),
            "without-tenant", Map.of("sub", "alice", "roles", List.of("user")),
            "without-role", Map.of("org", "acme", "sub", "alice", "roles", List.of("guest")));

    @Bean
    JwtDecoder jwtDecoder() {
      return token -> {
        var claims = TOKENS.get(token);
        if (claims == null) {
          throw new BadJwtException("not valid");
        }
        return Jwt.withTokenValue(token)
            .header("alg", "none")
            .claims(all -> all.putAll(claims))
            .build();
      };
    }
  }
}
