package io.onceflow.worker.engine.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.onceflow.engine.embedded.EmbeddedEngine;
import io.onceflow.engine.embedded.EmbeddedEngineOptions;
import io.onceflow.engine.embedded.text.Language;
import io.onceflow.model.StepName;
import io.onceflow.model.UuidV7;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.StepAnswer;
import io.onceflow.worker.engine.StepCall;
import io.onceflow.worker.engine.StepInput;
import io.onceflow.worker.testing.KeptCalls;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

class EmbeddedStepEngineTests {
  private static final String ARTICLE =
      """
      Solar power grows fast

      Solar panels have become much cheaper over the last ten years. Many households now put panels
      on their roofs and sell electricity to the grid. The grid operators must balance supply and
      demand through the day. Batteries store the electricity of the afternoon for the evening.
      Engineers expect storage to become cheaper too. Governments support the change with subsidies.
      """;

  private static EmbeddedEngine models;
  private static UrgentFirst threads;
  private static EmbeddedStepEngine engine;

  @BeforeAll
  static void open() {
    models = EmbeddedEngine.open(new EmbeddedEngineOptions(null, Set.of(Language.ENGLISH)));
    threads = new UrgentFirst(2);
    engine = new EmbeddedStepEngine(models, new TextExtraction(), threads);
  }

  @AfterAll
  static void close() {
    threads.close();
    models.close();
  }

  @Test
  void theFourStepsAnswerInTheShapesOfTheInterface() throws Exception {
    var quality = answer("quality-score", text(ARTICLE)).result();
    assertThat(quality.path("score").isInt()).isTrue();
    assertThat(quality.path("aspects").propertyNames()).contains("readability");
    assertThat(quality.path("comments").isArray()).isTrue();

    var keywords = answer("keyword-extract", text(ARTICLE)).result();
    assertThat(keywords.size()).isBetween(3, 10);
    assertThat(keywords.get(0).path("keyword").isString()).isTrue();
    assertThat(keywords.get(0).path("score").isNumber()).isTrue();

    var category = answer("auto-classify", text(ARTICLE)).result();
    assertThat(category.propertyNames())
        .containsExactlyInAnyOrder("label", "confidence", "margin", "needsReview", "alternatives");

    var summary = answer("summary-gen", text(ARTICLE)).result();
    assertThat(summary.path("text").stringValue()).isNotBlank();
    assertThat(summary.path("sentences").get(0).propertyNames())
        .containsExactlyInAnyOrder("text", "start", "end");
  }

  @Test
  void theSameDocumentGetsTheSameAnswer() throws Exception {
    assertThat(answer("summary-gen", text(ARTICLE)).result())
        .isEqualTo(answer("summary-gen", text(ARTICLE)).result());
  }

  @Test
  void aPdfGivesItsText() throws Exception {
    var answer = answer("text-extract", new StepInput.Stored("application/pdf", pdf()));

    assertThat(answer.output()).isEqualTo("Solar panels have become much cheaper.");
    assertThat(answer.result().path("mediaType").stringValue()).isEqualTo("application/pdf");
    assertThat(answer.result().path("characters").intValue()).isEqualTo(38);
  }

  @Test
  void htmlGivesItsTextAndTitle() throws Exception {
    var html = "<html><head><title>T</title></head><body><p>One.</p><p>Two.</p></body></html>";
    var answer =
        answer(
            "text-extract",
            new StepInput.Stored("text/html", html.getBytes(StandardCharsets.UTF_8)));

    assertThat(answer.output()).contains("One.").contains("Two.").doesNotContain("<p>");
    assertThat(answer.result().path("title").stringValue()).isEqualTo("T");
  }

  @Test
  void aDamagedDocumentIsRefusedForGood() {
    var damaged =
        new StepInput.Stored(
            "application/pdf", "%PDF-1.7 and nothing".getBytes(StandardCharsets.UTF_8));

    assertThatExceptionOfType(EngineException.class)
        .isThrownBy(() -> answer("text-extract", damaged))
        .satisfies(e -> assertThat(e.error().retryable()).isFalse());
  }

  private static StepAnswer answer(String step, StepInput input) throws Exception {
    var definition = Pipelines.shipped().step(new StepName(step)).orElseThrow();
    return engine.call(
        new StepCall(
            UuidV7.next(),
            "work",
            definition,
            JsonNodeFactory.instance.objectNode(),
            input,
            "acme",
            5,
            1,
            new KeptCalls(Map.of())));
  }

  private static StepInput text(String text) {
    return new StepInput.Text("text/plain", text);
  }

  private static byte[] pdf() throws IOException {
    try (var document = new PDDocument();
        var bytes = new ByteArrayOutputStream()) {
      var page = new PDPage();
      document.addPage(page);
      try (var content = new PDPageContentStream(document, page)) {
        content.beginText();
        content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
        content.newLineAtOffset(50, 700);
        content.showText("Solar panels have become much cheaper.");
        content.endText();
      }
      document.save(bytes);
      return bytes.toByteArray();
    }
  }
}
