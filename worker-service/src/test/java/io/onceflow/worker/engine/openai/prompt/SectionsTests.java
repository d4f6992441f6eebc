package io.onceflow.worker.engine.openai.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.worker.engine.openai.chat.Tokens;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SectionsTests {
  @Test
  void aTextThatFitsIsOneSection() {
    assertThat(Sections.of("One. Two.\n\nThree.", 100)).containsExactly("One. Two.\n\nThree.");
    assertThat(Sections.of(" \n ", 100)).isEmpty();
  }

  @Test
  void paragraphsAreNotCutWhereTheyFit() {
    var first = "a".repeat(60);
    var second = "b".repeat(70);
    assertThat(Sections.of(first + "\n\n" + second + "\n\n" + first, 35))
        .containsExactly(first + "\n\n" + second, first);
  }

  @Test
  void aLongParagraphIsCutBetweenSentencesAndAChineseOneToo() {
    assertThat(Sections.of("The first one is short. The second one is longer. The end.", 13))
        .containsExactly("The first one is short. The second one is longer.", "The end.");
    assertThat(Sections.of("今天下雨了。明天是晴天，后天也是。完了。", 16)).containsExactly("今天下雨了。明天是晴天，后天也是。", "完了。");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 7, 40, 1_000})
  void nothingIsLostAndNoSectionIsLonger(long most) {
    var texts =
        List.of(
            "x".repeat(500),
            "𠮷野家で昼食を。".repeat(60),
            "Words, lines\nand paragraphs.\n\n Again! ".repeat(50),
            "🎉🎈".repeat(80));
    for (var text : texts) {
      var sections = Sections.of(text, most);

      assertThat(withoutBlanks(String.join("", sections))).isEqualTo(withoutBlanks(text));
      assertThat(sections)
          .allSatisfy(
              section -> {
                assertThat(Tokens.estimate(section)).isLessThanOrEqualTo(most);
                assertThat(Character.isLowSurrogate(section.charAt(0))).isFalse();
              });
    }
  }

  private static String withoutBlanks(String text) {
    return text.replaceAll("\\s", "");
  }
}
