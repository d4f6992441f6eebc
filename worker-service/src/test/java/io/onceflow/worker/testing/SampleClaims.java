package io.onceflow.worker.testing;

import io.onceflow.model.Input;
import io.onceflow.model.StepName;
import io.onceflow.model.StepRequested;
import io.onceflow.model.TaskId;
import io.onceflow.model.Usage;
import io.onceflow.model.UuidV7;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.payload.PayloadRef;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.ExecKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import tools.jackson.databind.node.JsonNodeFactory;

/** Claims as the worker makes them of requests. */
public final class SampleClaims {
  private SampleClaims() {}

  /** A claim of the same work as any other. */
  public static Claim ofOneWork() {
    var step = Pipelines.shipped().step(new StepName("summary-gen")).orElseThrow();
    var request = request(step.name());
    return new Claim(
        ExecKey.of(request, "engine", "model"),
        UuidV7.next(),
        1,
        request,
        step,
        "engine",
        "model",
        Usage.NONE,
        false,
        null);
  }

  private static StepRequested request(StepName step) {
    var ref = PayloadRef.of("acme", "text".getBytes(StandardCharsets.UTF_8));
    var now = Instant.now();
    return new StepRequested(
        UuidV7.next(),
        step,
        1,
        1,
        3,
        JsonNodeFactory.instance.objectNode(),
        TaskId.next(),
        "acme",
        "ann",
        "p",
        5,
        now,
        now,
        now,
        now,
        "c",
        "test",
        new Input(ref.toString(), "text/plain", 4, "text"),
        ref.sha256(),
        "");
  }
}
