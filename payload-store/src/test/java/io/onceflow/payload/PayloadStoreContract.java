package io.onceflow.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every {@link PayloadStore} must do; a test of an implementation extends it. */
interface PayloadStoreContract {
  PayloadStore store();

  @Test
  default void whatWasPutIsGotToTheByte() {
    var content = new byte[3 * 1024 * 1024];
    new Random(1).nextBytes(content);
    assertThat(store().get(store().put("acme", content, "application/pdf"))).isEqualTo(content);
    assertThat(store().get(store().put("acme", new byte[0], "text/plain"))).isEmpty();
  }

  @Test
  default void theSameBytesHaveTheSameReference() {
    var first = store().put("acme", bytes("twice"), "text/plain");
    assertThat(store().put("acme", bytes("twice"), "text/markdown")).isEqualTo(first);
    assertThat(PayloadRef.parse(first.toString())).isEqualTo(first);
  }

  @Test
  default void aTenantCannotReadAnothersDocument() {
    var ref = store().put("acme", bytes("mine"), "text/plain");
    var guessed = new PayloadRef("rival", ref.sha256());
    assertThatThrownBy(() -> store().get(guessed))
        .isInstanceOf(PayloadNotFoundException.class)
        .hasMessageContaining("rival/");
  }

  @Test
  default void storingTheSameBytesAtOnceDisturbsNobody() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var puts =
          Stream.<Callable<PayloadRef>>generate(
                  () -> () -> store().put("acme", bytes("at once"), "text/plain"))
              .limit(16)
              .toList();
      for (var put : threads.invokeAll(puts)) {
        assertThat(store().get(put.get())).isEqualTo(bytes("at once"));
      }
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
