package io.onceflow.ingest;

import static io.onceflow.ingest.RunningIngest.TASKS;
import static io.onceflow.ingest.RunningIngest.json;
import static io.onceflow.ingest.RunningIngest.taskId;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of cases in the description of the public interface. */
class CasesIntegrationTests {
  private static final int MIB = 1024 * 1024;

  private final RunningIngest ingest = RunningIngest.shared();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text        | {\"text\":\"\"}",
        "text        | {\"text\":\" \\n\\t\"}",
        "text        | {\"title\":\"no text\"}",
        "pipeline    | {\"text\":\"a\",\"pipeline\":\"unheard-of\"}",
        "steps       | {\"text\":\"a\",\"steps\":[\"unheard-of\"]}",
        "steps       | {\"text\":\"a\",\"steps\":[\"Not a name\"]}",
        "steps       | {\"text\":\"a\",\"steps\":[null]}",
        "steps       | {\"text\":\"a\",\"steps\":[]}",
        "priority    | {\"text\":\"a\",\"priority\":0}",
        "priority    | {\"text\":\"a\",\"priority\":11}",
        "priority    | {\"text\":\"a\",\"priority\":\"high\"}",
        "priority    | {\"text\":\"a\",\"priority\":5.5}",
        "deadline    | {\"text\":\"a\",\"deadline\":\"PT0S\"}",
        "deadline    | {\"text\":\"a\",\"deadline\":\"-PT5M\"}",
        "deadline    | {\"text\":\"a\",\"deadline\":\"five minutes\"}",
        "deadline    | {\"text\":\"a\",\"deadline\":\"P400D\"}",
        "deadline    | {\"text\":\"a\",\"deadline\":\"PT2562047788015215H\"}",
        "expiresAt   | {\"text\":\"a\",\"expiresAt\":\"2020-01-01T00:00:00Z\"}",
        "expiresAt   | {\"text\":\"a\",\"expiresAt\":\"tomorrow\"}",
        "expiresAt   | {\"text\":\"a\",\"expiresAt\":\"9999-01-01T00:00:00Z\"}",
        "callbackUrl | {\"text\":\"a\",\"callbackUrl\":\"ftp://example.com\"}",
        "callbackUrl | {\"text\":\"a\",\"callbackUrl\":\"https://user:pw@example.com\"}",
        "callbackUrl | {\"text\":\"a\",\"callbackUrl\":\"/relative\"}",
        "language    | {\"text\":\"a\",\"language\":\"the English one\"}",
        "metadata    | {\"text\":\"a\",\"metadata\":\"author\"}",
        "metadata.a  | {\"text\":\"a\",\"metadata\":{\"a\":null}}",
        "generation  | {\"text\":\"a\",\"generation\":\"\"}",
        "url         | {\"text\":\"a\",\"url\":\"https://example.com\"}",
        "body        | {\"text\":\"a\"",
        "body        | null",
        "body        | {\"text\":\"a\"}{}",
        "body        | {\"text\":\"a\",\"text\":\"b\"}",
      })
  void aWrongFieldIsNamed(String field, String body) {
    var answer = ingest.submit("", body);
    assertProblem(answer, 400, null);
    assertThat(json(answer).required("errors").get(0).required("field").stringValue())
        .isEqualTo(field);
  }

  @Test
  void allWrongFieldsAreNamedAtOnce() {
    var answer = ingest.submit("", Map.of("text", "a", "priority", 99, "deadline", "soon"));
    assertThat(answer.body()).contains("\"priority\"", "\"deadline\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a\tb"})
  void aKeyThatIsNotPrintableIsRefused(String key) {
    var post =
        ingest
            .post(TASKS, "application/json", BodyPublishers.ofString("{\"text\":\"a\"}"))
            .header("Idempotency-Key", key);
    var answer = ingest.send(post);
    assertProblem(answer, 400, "invalid-request");
    assertThat(answer.body()).contains("Idempotency-Key");
  }

  @Test
  void wrongQueryParametersAreNamed() {
    var answer =
        ingest.send(
            ingest.post(
                TASKS + "?priority=x&reuse=maybe&colour=red",
                "text/plain",
                BodyPublishers.ofString("a")));
    assertProblem(answer, 400, "invalid-request");
    assertThat(answer.body()).contains("\"priority\"", "\"reuse\"", "\"colour\"");
  }

  @Test
  void anEmptyBodyOrFormIsRefused() {
    assertProblem(
        ingest.send(ingest.post(TASKS, "text/plain", BodyPublishers.noBody())),
        400,
        "invalid-request");
    var form = new Form().field("request", "{}");
    var answer = ingest.send(ingest.post(TASKS, form.contentType(), form.body()));
    assertProblem(answer, 400, "invalid-request");
    assertThat(answer.body()).contains("\"file\"");
  }

  @Test
  void aDocumentThatSaysItIsTooLargeIsRefusedUnread() {
    assertProblem(
        ingest.send(
            ingest.post(TASKS, "application/pdf", BodyPublishers.ofByteArray(pdf(20 * MIB + 1)))),
        413,
        "content-too-large");
    assertThat(
            ingest
                .send(
                    ingest.post(TASKS, "application/pdf", BodyPublishers.ofByteArray(pdf(5 * MIB))))
                .statusCode())
        .isEqualTo(202);
  }

  @Test
  void aTextOfUnknownLengthIsRefusedBeforeItIsReadWhole() {
    var sent = new AtomicLong();
    var answer =
        ingest.send(
            ingest.post(
                TASKS,
                "text/plain",
                BodyPublishers.ofInputStream(() -> new Endless(16 * MIB, sent))));
    assertProblem(answer, 413, "content-too-large");
  }

  @Test
  void limitsAreExact() {
    assertThat(submitText("a".repeat(2 * MIB)).statusCode()).isEqualTo(202);
    assertProblem(submitText("a".repeat(2 * MIB + 1)), 413, "content-too-large");
    assertProblem(
        ingest.submit("", Map.of("text", "a".repeat(2 * MIB + 1))), 413, "content-too-large");
  }

  @Test
  void aFileOfAFormThatIsTooLargeIsRefused() {
    var form = new Form().file("file", "big.pdf", "application/pdf", pdf(20 * MIB + 1));
    assertProblem(
        ingest.send(ingest.post(TASKS, form.contentType(), form.body())), 413, "content-too-large");
  }

  @Test
  void whatTheContentIsDecidesAndNotWhatItIsCalled() {
    var program = new byte[512];
    System.arraycopy(new byte[] {0x7F, 'E', 'L', 'F', 2, 1, 1}, 0, program, 0, 7);
    for (var type : new String[] {"application/pdf", "text/plain", "image/png"}) {
      assertProblem(
          ingest.send(ingest.post(TASKS, type, BodyPublishers.ofByteArray(program))),
          415,
          "unsupported-media-type");
    }
    assertProblem(
        ingest.send(
            ingest.post(
                TASKS, "application/x-www-form-urlencoded", BodyPublishers.ofString("text=a"))),
        415,
        "unsupported-media-type");
  }

  @Test
  void aFileIsNotForThePipelineOfTexts() {
    var answer =
        ingest.send(
            ingest.post(
                TASKS + "?pipeline=article",
                "application/pdf",
                BodyPublishers.ofByteArray(pdf(100))));
    assertProblem(answer, 400, "invalid-request");
    assertThat(answer.body()).contains("\"pipeline\"");
  }

  @ParameterizedTest
  @CsvSource({"GB18030,GB18030", "UTF-16,UTF-16BE"})
  void anotherCharsetIsDecodedAndNoted(String charset, String noted) {
    var text = "人工智能正在改变软件开发的方式。许多团队开始使用大型语言模型来编写代码。";
    var answer =
        ingest.send(
            ingest.post(
                TASKS,
                "text/plain",
                BodyPublishers.ofByteArray(text.getBytes(Charset.forName(charset)))));
    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(
            new String(
                ingest.one(
                    byte[].class,
                    "select content from payload.payload join ingest.task using (tenant, sha256)"
                        + " where id = ?",
                    taskId(answer)),
                StandardCharsets.UTF_8))
        .isEqualTo(text);
    assertThat(
            ingest.one(
                String.class,
                "select details -> 'metadata' ->> 'charset' from ingest.task where id = ?",
                taskId(answer)))
        .isEqualTo(noted);
  }

  @Test
  void damagedTextIsRefused() {
    var damaged = "Die Größe der Übertragung hängt ab".repeat(3).getBytes(StandardCharsets.UTF_8);
    damaged[20] = (byte) 0xFF;
    assertProblem(
        ingest.send(ingest.post(TASKS, "text/plain", BodyPublishers.ofByteArray(damaged))),
        400,
        "undecodable-text");
  }

  @Test
  void onlyCallersMaySubmit() {
    var request = ingest.anonymousTo(TASKS).header("Content-Type", "application/json");
    assertProblem(
        ingest.send(request.POST(BodyPublishers.ofString("{\"text\":\"a\"}"))),
        401,
        "unauthorized");
    assertProblem(ingest.send(ingest.to(TASKS).GET()), 405, "method-not-allowed");
  }

  private HttpResponse<String> submitText(String text) {
    return ingest.send(ingest.post(TASKS, "text/plain", BodyPublishers.ofString(text)));
  }

  private static byte[] pdf(int size) {
    var content = new byte[size];
    var start = "%PDF-1.7\n".getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(start, 0, content, 0, start.length);
    return content;
  }

  private static void assertProblem(
      HttpResponse<String> answer, int status, @Nullable String type) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    if (type != null) {
      assertThat(json(answer).required("type").stringValue())
          .isEqualTo("urn:onceflow:problem:" + type);
    }
  }

  /** A long text that nobody needs to hold. */
  private static final class Endless extends InputStream {
    private final long size;
    private final AtomicLong sent;

    Endless(long size, AtomicLong sent) {
      this.size = size;
      this.sent = sent;
    }

    @Override
    public int read() throws IOException {
      return sent.getAndIncrement() < size ? 'a' : -1;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      if (sent.get() >= size) {
        return -1;
      }
      Arrays.fill(buffer, offset, offset + length, (byte) 'a');
      sent.addAndGet(length);
      return length;
    }
  }
}
