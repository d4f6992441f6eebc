package io.onceflow.worker.engine.openai;

import static java.util.stream.Collectors.joining;

import io.onceflow.worker.engine.UnpricedModel;
import io.onceflow.worker.engine.openai.answer.AnswerSchema;
import io.onceflow.worker.engine.openai.chat.ChatClient;
import io.onceflow.worker.engine.openai.chat.ChatMessage;
import io.onceflow.worker.engine.openai.chat.ChatModel;
import io.onceflow.worker.engine.openai.chat.ChatRequest;
import io.onceflow.worker.engine.openai.chat.Tokens;
import io.onceflow.worker.engine.openai.prompt.DocumentBlock;
import io.onceflow.worker.engine.openai.prompt.Prompts;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * How one step is asked: where, which model, in what words, and what may come back.
 *
 * @param step its name
 * @param combine what is asked to make one answer of those to a document's sections
 */
record StepPlan(
    String step,
    ChatClient client,
    ChatModel model,
    Prompts prompts,
    Prompts combine,
    AnswerSchema schema) {

  /** Raised when requests are built otherwise, so that old answers are not taken for new ones. */
  private static final int REVISION = 2;

  private static final int FINGERPRINT = 8;

  /**
   * The model, the prompt with its versions, and a fingerprint of everything else that shapes an
   * answer, the prompt's wording too: {@code gpt-4o-mini@summary-gen.en1.zh1-5d41402a}.
   */
  String version() {
    var shape =
        String.join(
            "\0",
            String.valueOf(REVISION),
            client.endpoint().name(),
            String.valueOf(model.temperature()),
            String.valueOf(model.maxTokens()),
            model.extraBody().toString(),
            schema.asked().toString(),
            prompts.wording(),
            combine.wording());
    return "%s@%s-%s".formatted(model.name(), prompts.version(), fingerprint(shape));
  }

  /** The model, if its price is not known. */
  Optional<UnpricedModel> unpriced() {
    return model.price() == null
        ? Optional.of(
            new UnpricedModel(
                model.name(),
                "%s.prices.[%s]".formatted(client.endpoint().setting(), model.name())))
        : Optional.empty();
  }

  /** The question about a document. */
  List<ChatMessage> question(String text, ObjectNode parameters) {
    var prompt = prompts.forDocument(text);
    var document =
        DocumentBlock.of(field(parameters, "title"), field(parameters, "language"), text);
    return List.of(
        ChatMessage.system(prompt.task()), ChatMessage.user(document + "\n\n" + prompt.closing()));
  }

  /**
   * The question for one answer out of those to a document's sections.
   *
   * @param lengths of the sections, which tell how much each answer weighs
   * @param text of the document, whose language is asked in
   */
  List<ChatMessage> combination(
      List<JsonNode> answers, List<Long> lengths, String text, ObjectNode parameters) {
    var prompt = combine.forDocument(text);
    double whole = lengths.stream().mapToLong(Long::longValue).sum();
    var lines = new StringBuilder();
    for (int i = 0; i < answers.size(); i++) {
      var line = JsonNodeFactory.instance.objectNode().put("section", i + 1);
      line.put("percent", Math.round(lengths.get(i) * 100 / whole));
      lines.append(line.set("answer", answers.get(i))).append('\n');
    }
    var block =
        DocumentBlock.of(
            field(parameters, "title"), field(parameters, "language"), lines.toString().strip());
    return List.of(
        ChatMessage.system(prompt.task()), ChatMessage.user(block + "\n\n" + prompt.closing()));
  }

  /** Whether question and answer have room in the model's context, as far as it is known. */
  boolean hasRoom(List<ChatMessage> question) {
    return model.contextTokens() == 0 || room(question) >= 0;
  }

  /** About how many tokens the context has left beside a question and its answer. */
  long room(List<ChatMessage> question) {
    var asked = question.stream().mapToLong(message -> Tokens.estimate(message.text())).sum();
    return model.contextTokens() - model.maxTokens() - asked;
  }

  ChatRequest request(List<ChatMessage> messages) {
    return new ChatRequest(model, messages, step, schema.asked(), schema.isStrict());
  }

  /** All that a model is told, in one text. */
  static String words(List<ChatMessage> messages) {
    return messages.stream().map(m -> m.role() + "\0" + m.text()).collect(joining("\0"));
  }

  private static @Nullable String field(ObjectNode parameters, String name) {
    var value = parameters.path(name);
    return value.isString() && !value.stringValue().isBlank() ? value.stringValue() : null;
  }

  /** Names a text briefly. */
  static String fingerprint(String shape) {
    try {
      var digest =
          MessageDigest.getInstance("SHA-256").digest(shape.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, FINGERPRINT);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
