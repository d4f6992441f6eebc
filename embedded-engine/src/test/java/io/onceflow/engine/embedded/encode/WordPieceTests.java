package io.onceflow.engine.embedded.encode;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.engine.embedded.text.Language;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected ids are those of the Hugging Face tokenizers of the two models. */
class WordPieceTests {
  private final WordPiece english = tokenizer(Language.ENGLISH);
  private final WordPiece chinese = tokenizer(Language.CHINESE);

  private static WordPiece tokenizer(Language language) {
    String resource = SentenceModel.of(language).tokenizerResource();
    try (InputStream json =
        Objects.requireNonNull(WordPieceTests.class.getResourceAsStream(resource))) {
      return WordPiece.read(json);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      value = {
        "|Hello, world!|, 7592 1010 2088 999",
        "|embeddings|, 7861 8270 4667 2015",
        "|HELLO World|, 7592 2088",
        "|naïve|, 15743",
        "|don't|, 2123 1005 1056",
        "|a  \t b|, 1037 1038",
        "|你好|, 100 100",
      })
  void englishPieces(String text, String ids) {
    assertThat(ids(english, text)).isEqualTo(ids);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      value = {"|你好|, 872 1962", "|中国。|, 704 1744 511", "|世界 world|, 686 4518 8572"})
  void chinesePieces(String text, String ids) {
    assertThat(ids(chinese, text)).isEqualTo(ids);
  }

  @Test
  void aWordOfMoreThanAHundredCharactersIsOneUnknownPiece() {
    assertThat(english.pieces("x".repeat(101))).containsExactly(100);
    assertThat(english.pieces("x".repeat(100)).length).isGreaterThan(1);
  }

  @Test
  void charactersThatShowNothingAreDropped() {
    assertThat(english.pieces("hel\u200Blo\u0000 \uFFFD world")).containsExactly(7592, 2088);
    assertThat(english.pieces(" \n\t ")).isEmpty();
  }

  @Test
  void halfACharacterIsDropped() {
    assertThat(english.pieces("hello \uD83D world")).containsExactly(7592, 2088);
  }

  private static String ids(WordPiece tokenizer, String text) {
    StringBuilder ids = new StringBuilder();
    for (int id : tokenizer.pieces(text)) {
      ids.append(ids.isEmpty() ? "" : " ").append(id);
    }
    return ids.toString();
  }
}
