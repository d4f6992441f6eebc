package io.onceflow.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PayloadRefTests {
  @Test
  void aReferenceIsTheHashOfTheContent() {
    // the example of FIPS 180-4 for "abc"
    assertThat(PayloadRef.of("acme", new byte[] {'a', 'b', 'c'}))
        .hasToString("acme/ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @Test
  void aTenantMayHoldASlash() {
    var ref = PayloadRef.of("group/acme", new byte[0]);
    assertThat(PayloadRef.parse(ref.toString())).isEqualTo(ref);
  }

  @Test
  void whatIsNoReferenceIsRefused() {
    for (var text :
        new String[] {"", "acme", "acme/xyz", "/" + "a".repeat(64), "a/" + "A".repeat(64)}) {
      assertThatThrownBy(() -> PayloadRef.parse(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("not a payload reference");
    }
  }
}
