package io.onceflow.engine.embedded.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.engine.embedded.text.Article;
import io.onceflow.engine.embedded.text.Document;
import io.onceflow.engine.embedded.text.Language;
import io.onceflow.engine.embedded.text.Paragraph;
import io.onceflow.engine.embedded.text.Sentence;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SectionsTests {

  /** Paragraphs of one sentence each, with a heading before each so many. */
  private static Article article(int sentences, int perHeading) {
    List<Paragraph> paragraphs = new ArrayList<>();
    for (int i = 0; i < sentences; i++) {
      if (i % perHeading == 0) {
        paragraphs.add(new Paragraph(true, List.of(new Sentence("Heading", i * 100, i * 100 + 7))));
      }
      String text = "Sentence number " + i + " is long enough to stand in a summary.";
      paragraphs.add(
          new Paragraph(
              false, List.of(new Sentence(text, i * 100 + 10, i * 100 + 10 + text.length()))));
    }
    return new Article(Document.of(""), "en", Language.ENGLISH, paragraphs);
  }

  @Test
  void aShortArticleIsOneSection() {
    List<List<Sentence>> sections = Sections.of(article(60, 10));

    assertThat(sections).hasSize(1);
    assertThat(sections.getFirst()).hasSize(60);
  }

  @Test
  void aLongArticleIsCutAtItsHeadings() {
    List<List<Sentence>> sections = Sections.of(article(120, 40));

    assertThat(sections).hasSize(3);
    assertThat(sections.get(1).getFirst().text()).startsWith("Sentence number 40 ");
    assertThat(sections.get(2).getFirst().text()).startsWith("Sentence number 80 ");
  }

  @Test
  void howLongTheArticleIsDoesNotMatter() {
    for (int perHeading : new int[] {1, 50, 20_000}) {
      List<List<Sentence>> sections = Sections.of(article(20_000, perHeading));

      assertThat(sections).hasSize(Sections.MOST_SECTIONS);
      assertThat(sections).allMatch(section -> section.size() == Sections.SECTION_SAMPLE);
      assertThat(sections.getLast().getLast().start()).isGreaterThan(19_000 * 100);
    }
  }

  @Test
  void anArticleWithoutSentencesHasNoSections() {
    assertThat(Sections.of(article(0, 1))).isEmpty();
  }
}
