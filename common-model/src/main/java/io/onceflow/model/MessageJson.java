package io.onceflow.model;

import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON of the messages. Fields that are absent in the object are absent in the JSON, unknown
 * fields are ignored, times are ISO 8601 in UTC. Golden files hold each version to the byte.
 */
public final class MessageJson {
  /** The version that {@link #write} makes. */
  public static final int SCHEMA_VERSION = 1;

  private static final Map<String, Class<? extends Message>> TYPES =
      Map.of(
          "TaskAccepted", TaskAccepted.class,
          "StepRequested", StepRequested.class,
          "StepProgress", StepProgress.class,
          "StepFinished", StepFinished.class,
          "TaskCancelled", TaskCancelled.class,
          "TaskFinished", TaskFinished.class,
          "DeadLetter", DeadLetter.class);

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(Include.NON_NULL))
          .build();

  private static final ObjectWriter HEADS = MAPPER.writerFor(Head.class);
  private static final ObjectWriter TAILS = MAPPER.writerFor(Tail.class);

  private MessageJson() {}

  /** The mapper of the messages, for parts of them such as results. */
  public static JsonMapper mapper() {
    return MAPPER;
  }

  /** The value of the {@link Headers#MESSAGE_TYPE} header. */
  public static String typeOf(Message message) {
    return switch (message) {
      case TaskAccepted _ -> "TaskAccepted";
      case StepRequested _ -> "StepRequested";
      case StepProgress _ -> "StepProgress";
      case StepFinished _ -> "StepFinished";
      case TaskCancelled _ -> "TaskCancelled";
      case TaskFinished _ -> "TaskFinished";
      case DeadLetter _ -> "DeadLetter";
    };
  }

  /** The JSON in UTF-8. */
  public static byte[] write(Message message) {
    return message instanceof StepRequested request
        ? (head(request) + tail(request)).getBytes(StandardCharsets.UTF_8)
        : MAPPER.writeValueAsBytes(message);
  }

  /**
   * The part of a request's JSON that differs between the steps of a task. Head and {@link #tail},
   * one after the other, are the whole JSON.
   */
  public static String head(StepRequested request) {
    var json = HEADS.writeValueAsString(Head.of(request));
    return json.substring(0, json.length() - 1) + ",";
  }

  /** The part of a request's JSON that is the same for all steps of a task. */
  public static String tail(StepRequested request) {
    return TAILS.writeValueAsString(Tail.of(request)).substring(1);
  }

  /**
   * Reads a message.
   *
   * @param type the {@link Headers#MESSAGE_TYPE} header
   * @param version the {@link Headers#SCHEMA_VERSION} header
   * @throws UnreadableMessageException for an unknown type, a later version or JSON that is not of
   *     the type's shape
   */
  public static Message read(@Nullable String type, @Nullable String version, byte[] json)
      throws UnreadableMessageException {
    var messageClass = type == null ? null : TYPES.get(type);
    if (messageClass == null) {
      throw new UnreadableMessageException(
          "unknown-message-type", "the message type '%s' is not known".formatted(type), null);
    }
    if (!String.valueOf(SCHEMA_VERSION).equals(version)) {
      throw new UnreadableMessageException(
          "unknown-schema-version",
          "version '%s' of %s is not known".formatted(version, type),
          null);
    }
    try {
      return requireComplete(MAPPER.readValue(json, messageClass));
    } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
      throw new UnreadableMessageException(
          "malformed-message", "not the JSON of a %s: %s".formatted(type, firstLine(e)), e);
    }
  }

  private static Message requireComplete(@Nullable Message message) {
    if (message == null) {
      throw new IllegalArgumentException("the value is null");
    }
    RequiredFields.check(message);
    return message;
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private record Head(
      UUID messageId,
      StepName step,
      int stepVersion,
      int attempt,
      int maxAttempts,
      ObjectNode parameters) {

    static Head of(StepRequested request) {
      return new Head(
          request.messageId(),
          request.step(),
          request.stepVersion(),
          request.attempt(),
          request.maxAttempts(),
          request.parameters());
    }
  }

  private record Tail(
      TaskId taskId,
      String tenant,
      String userId,
      String pipeline,
      int priority,
      Instant submittedAt,
      Instant publishedAt,
      Instant deadlineAt,
      Instant expiresAt,
      String correlationId,
      String sourceService,
      Input input,
      String inputSha256,
      String generation) {

    static Tail of(StepRequested request) {
      return new Tail(
          request.taskId(),
          request.tenant(),
          request.userId(),
          request.pipeline(),
          request.priority(),
          request.submittedAt(),
          request.publishedAt(),
          request.deadlineAt(),
          request.expiresAt(),
          request.correlationId(),
          request.sourceService(),
          request.input(),
          request.inputSha256(),
          request.generation());
    }
  }
}
