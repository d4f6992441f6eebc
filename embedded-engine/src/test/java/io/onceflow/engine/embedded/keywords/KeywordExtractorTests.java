package io.onceflow.engine.embedded.keywords;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.engine.embedded.Texts;
import io.onceflow.engine.embedded.text.Document;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class KeywordExtractorTests {
  private static List<String> keywords(String text) {
    return Texts.engine().keywords(Document.of(text)).stream().map(Keyword::keyword).toList();
  }

  @Test
  void keywordsAreWhatTheTextIsAbout() {
    assertThat(keywords(Texts.COMPUTER).subList(0, 6))
        .anyMatch(keyword -> keyword.contains("database") || keyword.contains("memory"));
    assertThat(keywords(Texts.HEALTH_ZH).subList(0, 5)).contains("高血压患者");
  }

  @Test
  void aPhraseWithinAnotherIsLeftOut() {
    // the plant is met more often than the solar power plant, though not far more often
    String text =
        "A solar power plant is built in the desert. The solar power plant needs no farmland. "
            + "The plant feeds the grid. When the plant rests, batteries help. A plant needs care.";
    List<String> keywords =
        keywords(text).stream().map(keyword -> keyword.toLowerCase(Locale.ROOT)).toList();

    assertThat(keywords).anyMatch(keyword -> keyword.startsWith("solar power plant"));
    assertThat(keywords).doesNotContain("solar", "power", "plant", "solar power", "power plant");
  }

  @Test
  void aWordTheChineseDictionaryLacksGrowsFromItsParts() {
    String text = "选择单元格。在单元格中输入公式，单元格会显示结果。删除单元格以后，其他单元格会移动。";

    assertThat(keywords(text)).contains("单元格").doesNotContain("单元");
  }

  @Test
  void englishSentencesInAChineseTextGiveNoKeywords() {
    String text = "备份文件很重要。请把备份保存在另一块硬盘上。定期检查备份是否可用。\nThis section is not yet translated.";

    assertThat(keywords(text)).contains("备份").noneMatch(keyword -> keyword.contains("section"));
  }

  @Test
  void scoresFallFromNoMoreThanOne() {
    List<Keyword> keywords = Texts.engine().keywords(Document.of(Texts.RIVER));

    assertThat(keywords).allMatch(keyword -> keyword.score() >= 0 && keyword.score() <= 1);
    assertThat(keywords)
        .isSortedAccordingTo((one, other) -> Double.compare(other.score(), one.score()));
  }
}
