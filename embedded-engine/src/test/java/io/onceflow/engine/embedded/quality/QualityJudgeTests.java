package io.onceflow.engine.embedded.quality;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.engine.embedded.Texts;
import io.onceflow.engine.embedded.text.Document;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QualityJudgeTests {

  private static QualityScore judge(String text) {
    return Texts.engine().quality(Document.of(text));
  }

  private static int aspect(String text, String aspect) {
    return judge(text).aspects().getOrDefault(aspect, -1);
  }

  @Test
  void eachAspectIsScoredAndCommentedInOrder() {
    QualityScore quality = judge(Texts.RIVER);

    assertThat(quality.aspects().keySet())
        .containsExactly(
            "substance", "readability", "structure", "originality", "language", "coherence");
    assertThat(quality.aspects().values()).allMatch(score -> score >= 0 && score <= 100);
    assertThat(quality.comments()).hasSize(7);
    assertThat(quality.comments().getFirst()).startsWith("substance: ");
    assertThat(quality.comments().getLast()).contains("form only");
  }

  @Test
  void shuffledWordsLoseCoherence() {
    List<String> words = new ArrayList<>(Arrays.asList(Texts.RIVER.split("\\s+", -1)));
    Collections.shuffle(words, new Random(1));
    String text = String.join(" ", words);

    assertThat(judge(text).score()).isLessThan(judge(Texts.RIVER).score() - 10);
    assertThat(aspect(text, "coherence")).isLessThan(aspect(Texts.RIVER, "coherence"));
  }

  @Test
  void repetitionLosesOriginality() {
    for (String text : List.of(Texts.RIVER, Texts.RAILWAY_ZH)) {
      assertThat(judge(text + "\n" + text + "\n" + text).aspects()).containsEntry("originality", 0);
      assertThat(judge(text).aspects()).containsEntry("originality", 100);
    }
  }

  @Test
  void misspellingsLoseLanguage() {
    String misspelled =
        Texts.COMPUTER
            .replace("database", "dtaabsea")
            .replace("server", "sevrerx")
            .replace("software", "sofwtrae")
            .replace("connection", "conenciton")
            .replace("compressed", "cmopersesd")
            .replace("programmers", "porgrmamres");

    assertThat(aspect(misspelled, "language")).isLessThan(aspect(Texts.COMPUTER, "language") - 20);
  }

  @Test
  void tooLittleTextIsNotJudged() {
    assertThat(judge("Too short").score()).isZero();
    assertThat(judge("Too short").comments().getFirst()).contains("too little text");
    assertThat(judge("太短").score()).isZero();
  }

  @Test
  void anotherLanguageIsPointedOut() {
    String german =
        "Der Fluss tritt fast jedes Jahr über die Ufer, und die Keller der Stadt laufen voll. Nun"
            + " sollen die Wiesen am Oberlauf wieder Wasser aufnehmen dürfen.";

    assertThat(judge(german).comments()).anyMatch(comment -> comment.contains("'de'"));
  }
}
