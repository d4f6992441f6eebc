package io.onceflow.worker.held;

import io.onceflow.worker.execution.ExecKey;
import io.onceflow.worker.held.HeldExecutions.HeldExecution;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * The operator's hand on held steps, on the management port: {@code GET /actuator/held} lists them,
 * {@code POST /actuator/held/{execKey}} has the call made once more, {@code DELETE
 * /actuator/held/{execKey}} gives it up. Any worker answers for all.
 */
@Endpoint(id = "held")
class HeldEndpoint {
  private static final int MOST = 500;

  private final HeldExecutions held;
  private final DecideHeld decide;

  HeldEndpoint(HeldExecutions held, DecideHeld decide) {
    this.held = held;
    this.decide = decide;
  }

  /** The steps that were held last. */
  @ReadOperation
  Map<String, List<HeldExecution>> list() {
    return Map.of("executions", held.newest(MOST));
  }

  /** Has the call made once more. */
  @WriteOperation
  WebEndpointResponse<Void> release(@Selector String execKey) {
    return decide(execKey, decide::release);
  }

  /** Gives the call up. */
  @DeleteOperation
  WebEndpointResponse<Void> giveUp(@Selector String execKey) {
    return decide(execKey, decide::giveUp);
  }

  private static WebEndpointResponse<Void> decide(String execKey, Predicate<ExecKey> decision) {
    return new WebEndpointResponse<>(
        decision.test(parse(execKey))
            ? WebEndpointResponse.STATUS_NO_CONTENT
            : WebEndpointResponse.STATUS_NOT_FOUND);
  }

  private static ExecKey parse(String execKey) {
    try {
      return ExecKey.ofBytes(HexFormat.of().parseHex(execKey));
    } catch (IllegalArgumentException e) {
      throw new InvalidEndpointRequestException(
          "not an execKey of the list: " + execKey, "execKey must be 64 hexadecimal digits", e);
    }
  }
}
