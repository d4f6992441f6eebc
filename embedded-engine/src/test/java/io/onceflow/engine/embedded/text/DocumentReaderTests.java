package io.onceflow.engine.embedded.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentReaderTests {
  private static final Map<Language, LanguageReader> READERS = new EnumMap<>(Language.class);
  private static final DocumentReader READER =
      DocumentReader.load(language -> READERS.computeIfAbsent(language, LanguageReader::load));

  private static List<String> sentences(String text) {
    return READER.read(Document.of(text)).sentences().stream().map(Sentence::text).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "The weather was cold and the roads were icy all week long., en, ENGLISH",
    "这条路很长。, zh, CHINESE",
    "Die Straße war lang und der Wald war dunkel und still wie immer., de, ENGLISH",
    "これはとても長い道です。, ja, CHINESE",
    "We store it in 数据库 on every server that we have in the house., en, ENGLISH",
    "我们用 PostgreSQL 和 Kafka 处理 streaming 数据并且 monitor 每个 service, zh, CHINESE",
    "short, en, ENGLISH",
    "12, en, ENGLISH"
  })
  void theLanguageIsTold(String text, String code, Language language) {
    Article article = READER.read(Document.of(text));

    assertThat(article.languageCode()).isEqualTo(code);
    assertThat(article.language()).isEqualTo(language);
  }

  @Test
  void theScriptOverridesWhatTheSenderSays() {
    assertThat(READER.languageOf(new Document("这条路很长。", null, "en"))).isEqualTo("zh");
    assertThat(READER.languageOf(new Document("A long road.", null, "zh-CN"))).isEqualTo("en");
    assertThat(READER.languageOf(new Document("Ein Weg.", null, "de-AT"))).isEqualTo("de");
    assertThat(READER.languageOf(new Document("Ein Weg.", null, "auto"))).isEqualTo("en");
    assertThat(READER.languageOf(new Document("Ein Weg.", null, "!?"))).isEqualTo("en");
  }

  @Test
  void aHalfTranslatedTextUnderAChineseTitleIsChinese() {
    String text = "Open the panel and click on Sound to change how loud it is. 调整音量。";

    assertThat(READER.languageOf(new Document(text, "调整声音", null))).isEqualTo("zh");
    assertThat(READER.languageOf(new Document(text, "Sound", null))).isEqualTo("en");
  }

  @Test
  void wrappedLinesAreOneSentence() {
    String text =
        """
        The committee that was appointed last spring to look into the state of
        the bridges has found that more than half of them need to be repaired
        within five years. It asks for money.
        """;

    assertThat(sentences(text))
        .containsExactly(
            "The committee that was appointed last spring to look into the state of the bridges has"
                + " found that more than half of them need to be repaired within five years.",
            "It asks for money.");
  }

  @Test
  void listItemsAndHeadingsStayApart() {
    Article article =
        READER.read(
            Document.of("# Tools\n\n- Take a hammer.\n- Take a saw.\nHow to begin\nCut the wood."));

    assertThat(article.sentences())
        .extracting(Sentence::text)
        .containsExactly("Tools", "Take a hammer.", "Take a saw.", "How to begin", "Cut the wood.");
    assertThat(article.paragraphs())
        .extracting(Paragraph::heading)
        .containsExactly(true, false, false, true, false);
    assertThat(article.title()).contains("Tools");
  }

  @Test
  void aTitleThatCameWithTheDocumentComesFirst() {
    Document document = new Document("Heading\n\nText follows here.", " Given ", null);

    assertThat(READER.read(document).title()).contains("Given");
    assertThat(READER.read(Document.of("No heading here.")).title()).isEmpty();
  }

  @Test
  void chineseSentencesEndAtTheirMarks() {
    assertThat(sentences("他说：“走吧！”然后离开了。真的吗？！是的；我们知道"))
        .containsExactly("他说：“走吧！”", "然后离开了。", "真的吗？！", "是的；", "我们知道");
  }

  @Test
  void everySentenceStandsWhereItsPlaceSays() {
    String text = "\t One  sentence\there. Another one!\r\n\r\n• 第一句。 第二句。\nVersion 1.2 is out.";

    for (Sentence sentence : READER.read(Document.of(text)).sentences()) {
      assertThat(text.substring(sentence.start(), sentence.end()).replaceAll("\\s+", " "))
          .isEqualTo(sentence.text());
    }
  }

  @Test
  void noSentenceIsLongerThanItsReaderBears() {
    String text = "words without any end, ".repeat(2_000) + "\uD83D\uDE00".repeat(1_000);
    List<Sentence> sentences = READER.read(Document.of(text)).sentences();

    assertThat(sentences).allMatch(sentence -> sentence.end() - sentence.start() <= 800);
    assertThat(sentences.getFirst().start()).isZero();
    assertThat(sentences.getLast().end()).isEqualTo(text.length());
    assertThat(sentences)
        .noneMatch(sentence -> Character.isLowSurrogate(text.charAt(sentence.start())));
  }
}
