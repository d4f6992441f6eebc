package io.onceflow.worker.engine.openai;

import io.onceflow.worker.engine.EngineException;
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
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * How one step is asked: where, which model, in what words, and what may come back.
 *
 * @param step its name
 */
record StepPlan(
    String step, ChatClient client, ChatModel model, Prompts prompts, AnswerSchema schema) {

  /** Raised when requests are built otherwise, so that old answers are not taken for new ones. */
  private static final int REVISION = 1;

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
            prompts.wording());
    return "%s@%s-%s".formatted(model.name(), prompts.version(), fingerprint(shape));
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
   * Refuses a document that the model cannot read whole, before it is paid for.
   *
   * @throws EngineException if question and answer are longer than the context
   */
  void requireRoom(List<ChatMessage> question) throws EngineException {
    long tokens =
        question.stream().mapToLong(message -> Tokens.estimate(message.text())).sum()
            + model.maxTokens();
    if (model.contextTokens() > 0 && tokens > model.contextTokens()) {
      throw EngineException.permanent(
          "document-too-long",
          "the document and its answer need about %d tokens, more than the %d of %s"
              .formatted(tokens, model.contextTokens(), model.name()),
          null);
    }
  }

  ChatRequest request(List<ChatMessage> messages, String key) {
    return new ChatRequest(model, messages, step, schema.asked(), schema.isStrict(), key);
  }

  private static @Nullable String field(ObjectNode parameters, String name) {
    var value = parameters.path(name);
    return value.isString() && !value.stringValue().isBlank() ? value.stringValue() : null;
  }

  private static String fingerprint(String shape) {
    try {
      var digest =
          MessageDigest.getInstance("SHA-256").digest(shape.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, FINGERPRINT);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
