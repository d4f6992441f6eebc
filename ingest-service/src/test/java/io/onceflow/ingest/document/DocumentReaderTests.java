package io.onceflow.ingest.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceflow.ingest.document.DocumentReader.Declared;
import io.onceflow.ingest.document.RefusedDocumentException.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.util.unit.DataSize;

class DocumentReaderTests {
  private final DocumentReader reader =
      new DocumentReader(new DocumentLimits(DataSize.ofMegabytes(1), DataSize.ofKilobytes(100)));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "application/pdf | %PDF-1.4 and so on          | text/plain | -",
        "text/html       | <!DOCTYPE html><html><p>a   | -          | -",
        "text/html       | <!DOCTYPE html><html><p>a   | text/plain | -",
        "application/rtf | {\\rtf1\\ansi a}            | text/plain | -",
        "application/rtf | {\\rtf1\\ansi a}            | -          | a.doc",
        "image/gif       | GIF89a and so on            | image/png  | -",
      })
  void filesAreKnownByTheirContent(
      String type, String content, @Nullable String declared, @Nullable String name)
      throws Exception {
    var document = read(content.getBytes(StandardCharsets.US_ASCII), declared, name);
    assertThat(document.mediaType()).isEqualTo(type);
    assertThat(document.text()).isEmpty();
  }

  @Test
  void anOfficeDocumentIsOneWithOrWithoutItsName() throws Exception {
    var docx = zip("[Content_Types].xml", "word/document.xml");
    assertThat(read(docx, null, "letter.docx").mediaType())
        .isEqualTo("application/vnd.openxmlformats-officedocument.wordprocessingml.document");
    assertThat(read(docx, null, null).mediaType()).isEqualTo("application/x-tika-ooxml");
  }

  @Test
  void imagesAndArchivesAreNoTextsBecauseTheyAreCalledSo() throws Exception {
    var png = new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0, 0, 0, 13};
    assertThat(read(png, "text/plain", null).mediaType()).isEqualTo("image/png");
    var jpeg = new byte[] {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, (byte) 0xE0, 0, 16, 'J', 'F'};
    assertThat(read(jpeg, "text/plain", null).mediaType()).isEqualTo("image/jpeg");
    var docx = zip("[Content_Types].xml", "word/document.xml");
    assertThat(read(docx, "text/plain", null).mediaType()).isEqualTo("application/x-tika-ooxml");
  }

  @Test
  void anArchiveIsRefused() throws Exception {
    var archive = zip("a.txt", "b.txt");
    assertRefused(archive, "text/plain", Reason.UNSUPPORTED_TYPE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "text/plain    | just words     | -                | -",
        "text/plain    | just words     | application/pdf  | -",
        "text/plain    | just words     | text/plain       | -",
        "text/plain    | 只是文字        | text/plain       | -",
        "text/plain    | a < b, b > c   | text/plain       | -",
        "text/plain    | # A title      | text/plain       | -",
        "text/plain    | class A {}     | -                | A.java",
        "text/markdown | # A title      | text/markdown    | -",
        "text/markdown | # A title      | -                | README.md",
        "text/csv      | a,b            | text/csv         | -",
      })
  void textsAreTextsWhateverTheyAreCalled(
      String type, String content, @Nullable String declared, @Nullable String name)
      throws Exception {
    var document = read(content.getBytes(StandardCharsets.UTF_8), declared, name);
    assertThat(document.mediaType()).isEqualTo(type);
    assertThat(document.text()).contains(content);
  }

  @Test
  void aTextInARareCharsetNeedsNoDeclaration() throws Exception {
    var text = "人工智能正在改变软件开发的方式。许多团队开始使用大型语言模型。";
    var document =
        read(text.getBytes(Charset.forName("GB18030")), "application/octet-stream", null);
    assertThat(document.text()).contains(text);
    assertThat(document.charset()).contains("GB18030");
    assertThat(document.content()).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void nulBecomesAReplacementCharacter() throws Exception {
    assertThat(read("a\0b".getBytes(StandardCharsets.UTF_8), "text/plain", null).text())
        .contains("a\uFFFDb");
  }

  @Test
  void theLimitsDependOnTheKind() throws Exception {
    var text = new byte[100 * 1024 + 1];
    Arrays.fill(text, (byte) 'a');
    assertRefused(text, "application/pdf", Reason.TOO_LARGE);
    text[0] = '%';
    text[1] = 'P';
    text[2] = 'D';
    text[3] = 'F';
    text[4] = '-';
    assertThat(read(text, null, null).content()).hasSize(text.length);
  }

  @Test
  void noiseIsUnsupportedUnlessItClaimsToBeText() {
    var noise = new byte[500];
    new Random(7).nextBytes(noise);
    assertRefused(noise, "application/pdf", Reason.UNSUPPORTED_TYPE);
    assertRefused(noise, "text/plain", Reason.UNDECODABLE_TEXT);
  }

  private void assertRefused(byte[] content, String declared, Reason reason) {
    assertThatThrownBy(() -> read(content, declared, null))
        .isInstanceOfSatisfying(
            RefusedDocumentException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  private Document read(byte[] content, @Nullable String declared, @Nullable String name)
      throws IOException, RefusedDocumentException {
    return reader.read(new ByteArrayInputStream(content), -1, new Declared(declared, null, name));
  }

  private static byte[] zip(String... names) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      for (var name : names) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write("<a/>".getBytes(StandardCharsets.UTF_8));
      }
    }
    return bytes.toByteArray();
  }
}
