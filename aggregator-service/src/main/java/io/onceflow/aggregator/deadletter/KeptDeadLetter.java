package io.onceflow.aggregator.deadletter;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.Nullable;

/** A dead letter as people look at it. Read only; {@link DeadLetterTable} writes. */
@Entity
@Immutable
@Table(name = "dead_letter")
@SuppressWarnings("NullAway.Init")
class KeptDeadLetter {
  @Id private UUID id;

  private @Nullable String tenant;

  @Column(name = "task_id")
  private @Nullable UUID taskId;

  private @Nullable String step;
  private String code;
  private String message;
  private boolean retryable;

  @Column(name = "stack_class")
  private @Nullable String stackClass;

  private int attempts;

  @Column(name = "failed_at")
  private Instant failedAt;

  private @Nullable String source;
  private @Nullable String original;
  private @Nullable String raw;

  @Column(name = "redrive_due")
  private @Nullable Instant redriveDue;

  @Column(name = "redriven_at")
  private @Nullable Instant redrivenAt;

  protected KeptDeadLetter() {}

  UUID id() {
    return id;
  }

  /** Without the original message, for lists. */
  DeadLetterSnapshot briefly() {
    return snapshot(null, null);
  }

  /** With the original message. */
  DeadLetterSnapshot whole() {
    return snapshot(original, raw);
  }

  private DeadLetterSnapshot snapshot(@Nullable String request, @Nullable String bytes) {
    return DeadLetterSnapshot.of(
        new DeadLetterSnapshot(
            id,
            tenant,
            taskId,
            step,
            new DeadLetterSnapshot.Cause(code, message, retryable),
            stackClass,
            attempts,
            failedAt,
            source,
            redriveDue,
            redrivenAt,
            null,
            null),
        request,
        bytes);
  }
}
