package io.onceflow.ingest.upload;

import io.onceflow.ingest.commit.NewTask;
import io.onceflow.ingest.document.Document;
import io.onceflow.ingest.request.CheckRequest;
import io.onceflow.ingest.request.InvalidRequestException;
import io.onceflow.ingest.request.TaskOptions;
import io.onceflow.ingest.request.TaskRequestJson;
import io.onceflow.model.Input;
import io.onceflow.model.MessageJson;
import io.onceflow.model.StepRequested;
import io.onceflow.model.TaskAccepted;
import io.onceflow.model.TaskId;
import io.onceflow.model.TaskStatus;
import io.onceflow.model.Topics;
import io.onceflow.model.UuidV7;
import io.onceflow.model.pipeline.PipelineStep;
import io.onceflow.outbox.OutboxMessage;
import io.onceflow.outbox.OutboxRow;
import io.onceflow.payload.PayloadRef;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Makes a task of an upload: its messages, its fingerprint and its answer. Writes nothing. */
final class DraftTask {
  private static final String SOURCE = "ingest-service";

  private final CheckRequest checks;
  private final Clock clock;

  DraftTask(CheckRequest checks, Clock clock) {
    this.checks = checks;
    this.clock = clock;
  }

  NewTask draft(Upload upload) throws InvalidRequestException {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var options = checks.check(upload.request(), upload.document(), upload.fileName(), now);
    var payload = PayloadRef.of(upload.caller().tenant(), upload.document().content());
    var accepted = accepted(upload, options, payload, now);
    return new NewTask(
        accepted,
        upload.document(),
        outboxRow(upload, options, accepted, now),
        upload.key(),
        fingerprint(upload, payload),
        answer(upload, accepted));
  }

  private static TaskAccepted accepted(
      Upload upload, TaskOptions options, PayloadRef payload, Instant now) {
    var id = TaskId.next();
    return new TaskAccepted(
        UuidV7.next(),
        id,
        upload.caller().tenant(),
        upload.caller().user(),
        options.pipeline().name(),
        options.steps().stream().map(PipelineStep::name).toList(),
        options.title(),
        options.language(),
        options.priority(),
        now,
        options.deadlineAt(),
        options.expiresAt(),
        upload.trace().traceId(),
        SOURCE,
        input(upload.document(), payload).withoutText(),
        payload.sha256(),
        generation(options, id),
        options.callbackUrl(),
        options.metadata());
  }

  /** Without reuse a task is a generation of its own, so that no other's result is its own. */
  private static String generation(TaskOptions options, TaskId id) {
    if (options.generation() != null) {
      return options.generation();
    }
    return options.reuse() ? "" : id.toString();
  }

  private static Input input(Document document, PayloadRef payload) {
    var size = document.content().length;
    return new Input(
        payload.toString(),
        document.mediaType(),
        size,
        size <= Input.INLINE_LIMIT_BYTES ? document.text().orElse(null) : null);
  }

  /**
   * One row: the task, and a request for each step that waits for no other. It never expires, since
   * whoever merges must learn of every task; workers drop requests that have expired.
   */
  private static OutboxRow outboxRow(
      Upload upload, TaskOptions options, TaskAccepted accepted, Instant now) {
    var input = input(upload.document(), PayloadRef.parse(accepted.input().payloadRef()));
    var messages = new ArrayList<OutboxMessage>();
    messages.add(OutboxMessage.whole(Topics.ACCEPTED, accepted));
    String tail = null;
    for (var step : options.steps()) {
      if (step.after().isEmpty()) {
        var request =
            StepRequested.first(
                accepted, step.definition(), input, accepted.inputSha256(), SOURCE, now);
        messages.add(
            OutboxMessage.joining(
                Topics.ofStep(step.name(), request.lane()), request, MessageJson.head(request)));
        tail = tail == null ? MessageJson.tail(request) : tail;
      }
    }
    return new OutboxRow(accepted.taskId(), messages, tail, upload.trace().traceparent(), null);
  }

  /** What tells two requests under one key apart: the document and all that was asked for. */
  private static @Nullable String fingerprint(Upload upload, PayloadRef payload) {
    if (upload.key() == null) {
      return null;
    }
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update(payload.sha256().getBytes(StandardCharsets.US_ASCII));
      digest.update(upload.document().mediaType().getBytes(StandardCharsets.UTF_8));
      digest.update(TaskRequestJson.canonical(upload.request().optionsAlone()));
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static String answer(Upload upload, TaskAccepted accepted) {
    return MessageJson.mapper()
        .writeValueAsString(
            new TaskAnswer(
                accepted.taskId(),
                TaskStatus.PROCESSING,
                accepted.pipeline(),
                accepted.steps(),
                accepted.submittedAt(),
                accepted.deadlineAt(),
                upload.links().of(accepted.taskId())));
  }
}
