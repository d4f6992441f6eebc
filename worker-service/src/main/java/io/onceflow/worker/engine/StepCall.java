package io.onceflow.worker.engine;

import io.onceflow.model.pipeline.StepDefinition;
import io.onceflow.worker.engine.call.ModelCalls;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/**
 * One attempt to make.
 *
 * @param id of the attempt's claim, which its calls are entered under
 * @param workId equal for equal work, for providers that take an idempotency key
 * @param parameters of the request: the step's and what it is told of the document
 * @param priority 1 to 10, the most urgent
 * @param calls where each call that is paid for passes
 */
public record StepCall(
    UUID id,
    String workId,
    StepDefinition step,
    ObjectNode parameters,
    StepInput input,
    String tenant,
    int priority,
    int attempt,
    ModelCalls calls) {}
