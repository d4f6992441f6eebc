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
    List<String> things =
        List.of("cranes", "pilots", "ferries", "customs", "fog horn", "fish market", "dry dock");
    StringBuilder text = new StringBuilder("The harbour\n\n");
    things.forEach(
        thing -> text.append("Our harbour is known all over for its ").append(thing).append(". "));
    IntStream.range(0, 200)
        .forEach(
            i ->
                text.append(i % 40 == 0 ? "\n\nChapter of the hills\n\n" : "")
                    .append("On day ")
                    .append(i)
                    .append(" there was little to be seen in the quiet hills. "));
    Summary summary = summarize(text.toString(), 3);

    // all of the first section is nearer to the title and stands earlier than anything else
    assertThat(summary.sentences()).hasSize(3);
    assertThat(summary.sentences())
        .filteredOn(sentence -> sentence.text().contains("harbour"))
        .hasSize(1);
  }

  @Test
  void aSummaryHasOneToTwentySentences() {
    assertThatThrownBy(() -> new SummaryOptions(0)).hasMessageContaining("1 to 20");
    assertThatThrownBy(() -> new SummaryOptions(21)).hasMessageContaining("21");
  }
}
