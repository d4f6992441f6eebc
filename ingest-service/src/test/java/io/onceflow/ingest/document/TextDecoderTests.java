package io.onceflow.ingest.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextDecoderTests {
  private final TextDecoder decoder = new TextDecoder();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UTF-8        | Ein Text, 一段文字, один текст.",
        "GB18030      | 人工智能正在改变软件开发的方式。许多团队开始使用大型语言模型。",
        "Big5         | 人工智慧正在改變軟體開發的方式。許多團隊開始使用大型語言模型。",
        "Shift_JIS    | 人工知能はソフトウェア開発の方法を変えています。",
        "EUC-JP       | 人工知能はソフトウェア開発の方法を変えています。",
        "windows-1252 | Die Größe hängt von der Länge ab; „Gänsefüßchen“ bleiben – natürlich.",
        "windows-1251 | Искусственный интеллект меняет способы разработки программ во всём мире.",
        "KOI8-R       | Искусственный интеллект меняет способы разработки программ во всём мире.",
      })
  void charsetsAreDetected(String charset, String text) {
    var decoded = decoder.decode(text.getBytes(Charset.forName(charset)), null).orElseThrow();
    assertThat(decoded.text()).isEqualTo(text);
    assertThat(decoded.charset()).isEqualTo(Charset.forName(charset));
  }

  @ParameterizedTest
  @CsvSource({
    "UTF-8,EFBBBF",
    "UTF-16LE,FFFE",
    "UTF-16BE,FEFF",
    "UTF-32LE,FFFE0000",
    "UTF-32BE,0000FEFF"
  })
  void aByteOrderMarkDecidesAndIsNoText(String charset, String mark) {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(HexFormat.of().parseHex(mark));
    bytes.writeBytes("text 文字".getBytes(Charset.forName(charset)));
    var decoded = decoder.decode(bytes.toByteArray(), null).orElseThrow();
    assertThat(decoded.text()).isEqualTo("text 文字");
    assertThat(decoded.charset()).isEqualTo(Charset.forName(charset));
  }

  @Test
  void theDeclaredCharsetCountsWhereUtf8DoesNotFit() {
    var latin = "Größe".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(decoder.decode(latin, "iso-8859-1").orElseThrow().text()).isEqualTo("Größe");
    assertThat(decoder.decode(latin, "klingon")).isEmpty();
    assertThat(
            decoder
                .decode("文字".getBytes(StandardCharsets.UTF_8), "iso-8859-1")
                .orElseThrow()
                .text())
        .isEqualTo("文字");
  }

  @Test
  void damagedUtf8IsNotTakenForAnotherCharset() {
    var damaged = "Die Größe der Übertragung hängt ab. ".repeat(4).getBytes(StandardCharsets.UTF_8);
    damaged[20] = (byte) 0xFF;
    assertThat(decoder.decode(damaged, null)).isEmpty();
    var whole = "许多团队开始使用大型语言模型".getBytes(StandardCharsets.UTF_8);
    assertThat(decoder.decode(Arrays.copyOf(whole, whole.length - 1), null)).isEmpty();
  }

  @Test
  void noiseIsNoText() {
    for (var seed = 0; seed < 50; seed++) {
      var noise = new byte[300];
      new Random(seed).nextBytes(noise);
      assertThat(decoder.decode(noise, null)).isEmpty();
    }
  }
}
