package io.onceflow.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtDecoder;

class StartTests {
  private final WebApplicationContextRunner service =
      new WebApplicationContextRunner().withUserConfiguration(ProbeService.class);

  @Test
  void aServiceWithoutKeysDoesNotStart() {
    service.run(
        context ->
            assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessageContaining("onceflow.security.api-keys"));
  }

  @Test
  void aKeyThatIsNoHashIsNamed() {
    service
        .withPropertyValues(
            "onceflow.security.api-keys[0].name=alice",
            "onceflow.security.api-keys[0].sha256=key-of-alice")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("onceflow.security.api-keys[].sha256 of 'alice'"));
  }

  @Test
  void tokensNeedAnIssuer() {
    service
        .withPropertyValues("onceflow.security.mode=jwt")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("spring.security.oauth2.resourceserver.jwt.issuer-uri"));
  }

  @Test
  void aNetworkThatIsNoneIsNamed() {
    service
        .withBean(
            JwtDecoder.class,
            () ->
                _ -> {
                  throw new BadJwtException("no");
                })
        .withPropertyValues("onceflow.security.mode=jwt", "onceflow.http.trusted-proxies=proxy")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining("onceflow.http.trusted-proxies"));
  }
}
