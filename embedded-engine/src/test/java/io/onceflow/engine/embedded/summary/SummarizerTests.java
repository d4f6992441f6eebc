package io.onceflow.engine.embedded.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceflow.engine.embedded.Texts;
import io.onceflow.engine.embedded.text.Document;
import io.onceflow.engine.embedded.text.Sentence;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SummarizerTests {

  private static Summary summarize(String text, int sentences) {
    return Texts.engine().summary(Document.of(text), new SummaryOptions(sentences));
  }

  @Test
  void itHasAsManySentencesAsAskedWhereTheTextHasThem() {
    assertThat(summarize(Texts.RIVER, 1).sentences()).hasSize(1);
    assertThat(summarize(Texts.RIVER, 5).sentences()).hasSize(5);
    assertThat(summarize("There is only one sentence in this text.", 5).text())
        .isEqualTo("There is only one sentence in this text.");
    assertThat(summarize("", 3)).isEqualTo(new Summary("", List.of()));
  }

  @Test
  void headingsAndScrapsAreNotSentences() {
    String text =
        """
        Opening hours

        Mon 9-17
        Tue 9-17

        The library opens its doors every weekday at nine in the morning.
        """;

    assertThat(summarize(text, 1).text()).startsWith("The library opens");
  }

  @Test
  void whatIsSaidTwiceIsSummedUpOnce() {
    String sentence = "The bridge will be closed for repairs until the end of October.";
    String text = sentence + " " + sentence + " Buses will take the road along the river instead.";

    assertThat(summarize(text, 2).sentences()).extracting(Sentence::text).doesNotHaveDuplicates();
  }

  @Test
  void aLongDocumentIsSummedUpFromAllOverIt() {
    List<String> topics =
        List.of(
            "harbour",
            "orchestra",
            "hospital",
            "glacier",
            "bakery",
            "parliament",
            "telescope",
            "vineyard");
    StringBuilder text = new StringBuilder();
    for (String topic : topics) {
      text.append("About the ").append(topic).append("\n\n");
      IntStream.range(0, 40)
          .forEach(
              i ->
                  text.append("The ")
                      .append(topic)
                      .append(" was visited by a group of people number ")
                      .append(i)
                      .append(" on that day. "));
      text.append("\n\n");
    }
    Summary summary = summarize(text.toString(), 4);

    assertThat(summary.sentences()).hasSize(4);
    assertThat(topics.stream().filter(topic -> summary.text().contains("The " + topic)).count())
        .isGreaterThanOrEqualTo(3);
  }

  @Test
  void aSummaryHasOneToTwentySentences() {
    assertThatThrownBy(() -> new SummaryOptions(0)).hasMessageContaining("1 to 20");
    assertThatThrownBy(() -> new SummaryOptions(21)).hasMessageContaining("21");
  }
}
