package io.onceflow.aggregator.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import org.junit.jupiter.api.Test;

class SignatureTests {

  @Test
  void theExampleOfStandardWebhooksIsSignedAsItSays() {
    var key = Base64.getDecoder().decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    assertThat(
            Signature.of(
                key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330L, "{\"test\": 2432232314}"))
        .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }
}
