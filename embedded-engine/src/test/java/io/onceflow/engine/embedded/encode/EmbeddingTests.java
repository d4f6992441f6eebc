package io.onceflow.engine.embedded.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class EmbeddingTests {
  private final Embedding east = Embedding.of(new float[] {2, 0});
  private final Embedding north = Embedding.of(new float[] {0, 5});

  @Test
  void similarityIsTheCosine() {
    assertThat(east.similarity(north)).isZero();
    assertThat(east.similarity(east)).isEqualTo(1);
    assertThat(east.similarity(Embedding.of(new float[] {-1, 0}))).isEqualTo(-1);
  }

  @Test
  void aCentroidLiesBetween() {
    Embedding middle = Embedding.centroid(List.of(east, north));

    assertThat(middle.similarity(east)).isCloseTo(Math.sqrt(0.5), within(1e-6));
    assertThat(east.towards(north, 0.5).similarity(middle)).isCloseTo(1, within(1e-6));
    assertThat(east.towards(north, 0).similarity(east)).isEqualTo(1);
  }

  @Test
  void theZeroVectorIsLikeNothing() {
    Embedding nothing = Embedding.of(new float[2]);

    assertThat(nothing.similarity(east)).isZero();
    assertThat(nothing.nearest(List.of())).isZero();
  }
}
