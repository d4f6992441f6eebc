package io.onceflow.aggregator.tasks;

import io.onceflow.model.TaskId;
import io.onceflow.model.TaskStatus;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/** What tasks are found by. Read only; {@code state} writes the table. */
@Entity
@Immutable
@Table(name = "task")
// the fields are read by queries alone
@SuppressWarnings({"NullAway.Init", "UnusedVariable"})
class ListedTask {
  @Id private UUID id;

  private String tenant;

  @Enumerated(EnumType.STRING)
  private TaskStatus status;

  private String pipeline;

  private String title;

  private String[] steps;

  @Column(name = "submitted_at")
  private Instant submittedAt;

  protected ListedTask() {}

  TaskId taskId() {
    return new TaskId(id);
  }
}
