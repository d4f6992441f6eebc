package io.onceflow.worker.engine.call;

import io.onceflow.model.StepName;
import io.onceflow.model.TaskId;
import java.time.Instant;
import java.util.UUID;

/**
 * Who makes a call.
 *
 * @param claim the token of the claim, which with the number names the call in the ledger
 * @param number 1 for the attempt's first call, then rising
 * @param priority 1 to 10, the most urgent
 * @param expiresAt when the task has no more use for an answer
 */
public record CallContext(
    UUID claim,
    int number,
    TaskId task,
    String tenant,
    StepName step,
    int priority,
    Instant expiresAt) {}
