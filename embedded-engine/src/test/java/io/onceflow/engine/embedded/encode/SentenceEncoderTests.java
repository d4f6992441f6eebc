package io.onceflow.engine.embedded.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.onceflow.engine.embedded.text.Language;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class SentenceEncoderTests {
  private static final SentenceEncoder ENGLISH = SentenceEncoder.load(Language.ENGLISH);
  private static final SentenceEncoder CHINESE = SentenceEncoder.load(Language.CHINESE);

  @AfterAll
  static void close() {
    ENGLISH.close();
    CHINESE.close();
  }

  @Test
  void textsOfLikeMeaningAreNearerThanOthers() {
    Embedding cat = ENGLISH.encode("A cat sleeps on the sofa.");

    assertThat(cat.similarity(ENGLISH.encode("A kitten is napping on the couch.")))
        .isGreaterThan(cat.similarity(ENGLISH.encode("The parliament passed the budget.")) + 0.3);

    Embedding train = CHINESE.encode("火车今天晚点了。");
    assertThat(train.similarity(CHINESE.encode("列车今日延误。")))
        .isGreaterThan(train.similarity(CHINESE.encode("苹果富含维生素。")) + 0.1);
  }

  @Test
  void aVectorHasLengthOneAndDependsOnNoNeighbour() {
    String text = "The harbour was empty.";
    Embedding alone = SentenceEncoder.load(Language.ENGLISH).encode(text);

    Embedding among =
        ENGLISH
            .encodeAll(List.of("Short.", text, "A rather longer sentence of words. ".repeat(9)))
            .get(1);

    assertThat(among.similarity(among)).isCloseTo(1.0, within(1e-5));
    assertThat(among.similarity(alone)).isEqualTo(alone.similarity(alone));
  }

  @Test
  void theEndOfALongTextCounts() {
    String long1 = "The ship sailed north along the coast. ".repeat(120);
    Embedding without = ENGLISH.encode(long1);
    Embedding with =
        ENGLISH.encode(long1 + "Enzymes break proteins into amino acids in the gut. ".repeat(40));
    Embedding end = ENGLISH.encode("Enzymes break proteins into amino acids in the gut.");

    assertThat(with.similarity(end)).isGreaterThan(without.similarity(end) + 0.1);
  }

  @Test
  void anEmptyTextHasAVector() {
    assertThat(ENGLISH.encode("").similarity(ENGLISH.encode("word"))).isBetween(-1.0, 1.0);
  }
}
