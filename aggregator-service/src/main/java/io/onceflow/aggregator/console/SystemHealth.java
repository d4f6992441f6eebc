package io.onceflow.aggregator.console;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * How the suite is at a moment.
 *
 * @param services each process whose management port is configured
 */
record SystemHealth(
    Instant at,
    List<ServiceProcess> services,
    List<Outbox> outboxes,
    List<Worker> workers,
    List<Lag> lag) {

  /**
   * A process.
   *
   * @param status {@code UP}, {@code DOWN} and so on by its own word, {@code SILENT} without one
   */
  record ServiceProcess(String service, String address, String status) {}

  /**
   * An outbox, summed up over the relays that drain it.
   *
   * @param parked rows that wait for an operator
   */
  record Outbox(String name, long pending, double oldestAgeSeconds, long parked) {}

  /**
   * A worker process.
   *
   * @param inflight claims without an outcome, by step
   * @param takeovers claims taken over from others, since it started
   * @param duplicatePaidCalls answered calls for work that had a result, since it started
   */
  record Worker(
      String address, Map<String, Long> inflight, long takeovers, long duplicatePaidCalls) {}

  /** Records of a topic that a consumer group has not read. */
  record Lag(String topic, String group, long records) {}
}
