package io.onceflow.engine.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.engine.embedded.category.Category;
import io.onceflow.engine.embedded.category.CategoryLabels;
import io.onceflow.engine.embedded.keywords.Keyword;
import io.onceflow.engine.embedded.quality.QualityScore;
import io.onceflow.engine.embedded.summary.Summary;
import io.onceflow.engine.embedded.summary.SummaryOptions;
import io.onceflow.engine.embedded.text.Document;
import io.onceflow.engine.embedded.text.Sentence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EmbeddedEngineTests {
  private static final CategoryLabels LABELS = CategoryLabels.forArticles();

  private final EmbeddedEngine engine = Texts.engine();

  private record Answers(
      QualityScore quality, List<Keyword> keywords, Category category, Summary summary) {}

  private static Answers all(EmbeddedEngine engine, Document document) {
    return new Answers(
        engine.quality(document),
        engine.keywords(document),
        engine.category(document, LABELS),
        engine.summary(document, SummaryOptions.DEFAULT));
  }

  @Test
  void anEnglishArticleIsAnsweredInAllFourSteps() {
    Answers answers = all(engine, Document.of(Texts.RIVER));

    assertThat(answers.quality().score()).isGreaterThan(60);
    assertThat(answers.keywords()).hasSizeBetween(5, 10);
    assertThat(answers.keywords().subList(0, 5))
        .extracting(Keyword::keyword)
        .anyMatch(keyword -> keyword.contains("flood"));
    assertThat(answers.category().label()).isEqualTo("environment");
    assertThat(answers.summary().sentences()).hasSize(3);
  }

  @Test
  void aChineseArticleIsAnsweredInAllFourSteps() {
    Answers answers = all(engine, Document.of(Texts.RAILWAY_ZH));

    assertThat(answers.quality().score()).isGreaterThan(60);
    assertThat(answers.keywords()).hasSizeBetween(5, 10);
    assertThat(answers.keywords().subList(0, 3))
        .extracting(Keyword::keyword)
        .anyMatch(keyword -> keyword.contains("铁路"));
    assertThat(answers.summary().sentences()).hasSize(3);
    assertThat(answers.summary().text()).doesNotContain(" ").endsWith("。");
  }

  @Test
  void theModelFollowsTheLanguage() {
    assertThat(engine.modelId(Document.of(Texts.RIVER))).isEqualTo("all-minilm-l6-v2-q");
    assertThat(engine.modelId(Document.of(Texts.RAILWAY_ZH))).isEqualTo("bge-small-zh-v15-q");
    assertThat(engine.language(Document.of(Texts.RIVER))).isEqualTo("en");
    assertThat(engine.language(Document.of(Texts.RAILWAY_ZH))).isEqualTo("zh");
  }

  @ParameterizedTest
  @MethodSource("articles")
  void theSameDocumentHasTheSameAnswersInAnotherEngine(String text) {
    try (EmbeddedEngine other = EmbeddedEngine.open(new EmbeddedEngineOptions(null, Set.of()))) {
      // another document first: it must leave no trace
      all(other, Document.of(Texts.FOOTBALL));

      assertThat(all(other, Document.of(text))).isEqualTo(all(engine, Document.of(text)));
    }
  }

  static List<String> articles() {
    return List.of(Texts.RIVER, Texts.RAILWAY_ZH);
  }

  @Test
  void manyThreadsHaveTheSameAnswersAsOne() throws Exception {
    List<String> texts =
        List.of(Texts.RIVER, Texts.RAILWAY_ZH, Texts.FOOTBALL, Texts.COMPUTER, Texts.HEALTH_ZH);
    List<Answers> alone = texts.stream().map(text -> all(engine, Document.of(text))).toList();

    try (EmbeddedEngine fresh = EmbeddedEngine.open(new EmbeddedEngineOptions(null, Set.of()));
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Callable<Answers>> calls = new ArrayList<>();
      for (int round = 0; round < 4; round++) {
        texts.forEach(text -> calls.add(() -> all(fresh, Document.of(text))));
      }
      List<Future<Answers>> answers = threads.invokeAll(calls);
      for (int i = 0; i < answers.size(); i++) {
        assertThat(answers.get(i).get()).isEqualTo(alone.get(i % texts.size()));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("oddTexts")
  void noTextIsTooOdd(String text) {
    for (String title : new String[] {null, "", "  ", "A title", "标题"}) {
      Document document = new Document(text, title, null);
      Answers answers = all(engine, document);

      assertThat(answers.quality().score()).isBetween(0, 100);
      assertThat(answers.quality().aspects()).hasSize(6);
      assertThat(answers.keywords()).hasSizeLessThanOrEqualTo(10);
      assertThat(answers.category().confidence()).isBetween(0.0, 1.0);
      assertPlaces(text, answers.summary());
    }
  }

  static List<String> oddTexts() {
    return List.of(
        "",
        " \n\t\r\n ",
        "a",
        "猫",
        ".",
        "?!?!?!",
        "12345 67890 3.14",
        "😀😀😀 👩‍👩‍👧‍👦 🇩🇪",
        "\uD83D",
        "\u0000\u0001\u0002\uFFFD",
        "Hi there",
        "你好，世界",
        "Das ist ein deutscher Text über das Wetter. Es regnet seit drei Tagen, und der Fluss"
            + " steigt.",
        "これは日本語の文章です。天気がとても良いので、公園へ行きました。",
        "مرحبا بالعالم. هذا نص قصير باللغة العربية.",
        "The word 数据库 means database. 它存储数据，并且可以被查询。 Both languages stand here.",
        "lorem".repeat(2_000),
        "这是没有标点的文字".repeat(500),
        "word ".repeat(5_000),
        "{\"a\":[1,2,3],\"b\":{\"c\":\"<html></html>\"}}\n".repeat(100),
        "- \n* \n# \n\n- item\n* item\n## \n",
        "e\u0301".repeat(300) + "\u200B\u200D\uFEFF");
  }

  @Test
  void sentencesOfASummaryStandWhereTheirPlacesSay() {
    for (String text : List.of(Texts.RIVER, Texts.RAILWAY_ZH, "\r\n\r\n  " + Texts.COMPUTER)) {
      Summary summary = engine.summary(Document.of(text), new SummaryOptions(4));

      assertThat(summary.sentences()).isNotEmpty();
      assertPlaces(text, summary);
      for (Sentence sentence : summary.sentences()) {
        assertThat(text.substring(sentence.start(), sentence.end()).replaceAll("\\s+", " "))
            .isEqualTo(sentence.text());
      }
    }
  }

  private static void assertPlaces(String text, Summary summary) {
    int last = 0;
    for (Sentence sentence : summary.sentences()) {
      assertThat(sentence.start()).isGreaterThanOrEqualTo(last);
      assertThat(sentence.end()).isGreaterThan(sentence.start()).isLessThanOrEqualTo(text.length());
      last = sentence.end();
    }
  }

  @Test
  void aVeryLongDocumentTakesBoundedTimeInEveryStep() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; text.length() < 500_000; i++) {
      text.append("Chapter ").append(i).append("\n\n").append(Texts.RIVER).append('\n');
      text.append("Sentence number ").append(i).append(" speaks of the harbour and its ships. ");
    }
    for (String document :
        List.of(text.toString(), text.toString().replaceAll("\\s+", " ").replace(".", ""))) {
      long start = System.nanoTime();
      Answers answers = all(engine, Document.of(document));
      double seconds = (System.nanoTime() - start) / 1e9;

      // two to four seconds on a quiet core; one that grows with the square takes minutes
      assertThat(seconds).isLessThan(60);
      assertThat(answers.keywords()).isNotEmpty();
      assertThat(answers.summary().sentences()).isNotEmpty();
    }
  }

  @Test
  void keywordsDoNotRepeatOneAnother() {
    for (String text : articles()) {
      List<String> keywords =
          engine.keywords(Document.of(text)).stream().map(Keyword::keyword).toList();

      assertThat(new HashSet<>(keywords)).hasSameSizeAs(keywords);
    }
  }
}
