package io.onceflow.engine.embedded.summary;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PresentableTests {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "The library opens its doors every weekday at nine.",
        "\u201cWe have waited for this day,\u201d said the mayor.",
        "图书馆每个工作日上午九点开门。"
      })
  void aWholeSentenceIs(String sentence) {
    assertThat(Presentable.is(sentence)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Too short.",
        "A long heading without any full stop at its end",
        "Here is what you need to do to get there:",
        "| 12 | 13,5 | 99.00 | 1 | 2 | 3 | 4 | 5 | sum.",
        "很短。",
        "1. 选择文件，然后点击“打开”按钮。"
      })
  void aScrapIsNot(String scrap) {
    assertThat(Presentable.is(scrap)).isFalse();
  }
}
