package io.onceflow.worker.claim;

import io.onceflow.model.Headers;
import io.onceflow.model.MessageJson;
import io.onceflow.model.StepRequested;
import io.onceflow.model.UnreadableMessageException;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.payload.PayloadRef;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Reads a record of a step topic; whatever it holds, it is read as something. */
final class ReadRecord {
  private final Pipelines pipelines;
  private final NewClaims claims;

  ReadRecord(Pipelines pipelines, NewClaims claims) {
    this.pipelines = pipelines;
    this.claims = claims;
  }

  Received read(ConsumerRecord<byte[], byte[]> source) {
    if (source.value() == null) {
      return new Received.Unreadable(source, "malformed-message", "the record has no value");
    }
    try {
      var message =
          MessageJson.read(
              header(source, Headers.MESSAGE_TYPE),
              header(source, Headers.SCHEMA_VERSION),
              source.value());
      return message instanceof StepRequested request
          ? read(source, request)
          : new Received.Unreadable(
              source,
              "unexpected-message-type",
              "%s is no request for a step".formatted(MessageJson.typeOf(message)));
    } catch (UnreadableMessageException e) {
      return new Received.Unreadable(source, e.code(), String.valueOf(e.getMessage()));
    }
  }

  private Received read(ConsumerRecord<byte[], byte[]> source, StepRequested request) {
    var step = pipelines.step(request.step());
    if (step.isEmpty()) {
      return new Received.Unreadable(
          source, "unknown-step", "there is no step '%s'".formatted(request.step()));
    }
    try {
      check(request);
    } catch (IllegalArgumentException e) {
      return new Received.Unreadable(source, "malformed-message", String.valueOf(e.getMessage()));
    }
    var claim = claims.of(request, step.get(), header(source, Headers.TRACEPARENT));
    return new Received.Request(source, claim);
  }

  private static void check(StepRequested request) {
    var lane = request.lane();
    var ref = PayloadRef.parse(request.input().payloadRef());
    if (!ref.tenant().equals(request.tenant())) {
      throw new IllegalArgumentException("the document is not the tenant's own");
    }
    if (request.attempt() < 1) {
      throw new IllegalArgumentException(
          "attempt must be at least 1 but is %d, in lane %s".formatted(request.attempt(), lane));
    }
  }

  private static @Nullable String header(ConsumerRecord<byte[], byte[]> source, String name) {
    var header = source.headers().lastHeader(name);
    return header == null || header.value() == null
        ? null
        : new String(header.value(), StandardCharsets.UTF_8);
  }
}
