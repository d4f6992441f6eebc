package io.onceflow.worker.govern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceflow.devstack.test.TestServers;
import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.call.CallGate;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Two suites with databases of their own, told apart in Redis by their prefixes. */
class TwoSuitesOnOneRedisIntegrationTests {
  private static final String BUDGET = "onceflow.budget.tenants.acme.usd-per-day=0.001";
  private static final long ALL_OF_IT = 1_000;

  private GateUnderTest blue;
  private GateUnderTest green;

  @BeforeEach
  void start() {
    TestServers.shared().redisUrl();
    TestServers.shared().faults().flushRedis();
    blue = suite("blue");
    green = suite("green");
  }

  @AfterEach
  void stop() {
    blue.close();
    green.close();
  }

  @Test
  void whatOneSpendsTheOtherStillHas() throws Exception {
    enter(blue, ALL_OF_IT).end(GateUnderTest.paid(ALL_OF_IT));
    assertThatThrownBy(() -> enter(blue, ALL_OF_IT)).isInstanceOf(EngineException.class);

    assertThatCode(() -> enter(green, ALL_OF_IT)).doesNotThrowAnyException();
  }

  @Test
  void theProviderOfOneDoesNotQuietTheOther() throws Exception {
    enter(blue, 1).end(GateUnderTest.failed(429, Duration.ofMinutes(1)));
    assertThatThrownBy(() -> enter(blue, 1)).isInstanceOf(EngineException.class);

    assertThatCode(() -> enter(green, 1)).doesNotThrowAnyException();
  }

  @Test
  void everyKeyBearsAPrefix() throws Exception {
    enter(blue, 1).end(GateUnderTest.paid(1));

    assertThat(blue.part(StringRedisTemplate.class).keys("*"))
        .isNotEmpty()
        .allSatisfy(key -> assertThat(key).startsWith("blue:"));
  }

  private static CallGate.Passage enter(GateUnderTest suite, long worst)
      throws EngineException, InterruptedException {
    return suite.gate().enter(GateUnderTest.call("acme"), GateUnderTest.model("a", worst));
  }

  private static GateUnderTest suite(String prefix) {
    return GateUnderTest.start(
        GateUnderTest.freshDatabase(), BUDGET, "onceflow.redis.prefix=" + prefix);
  }
}
