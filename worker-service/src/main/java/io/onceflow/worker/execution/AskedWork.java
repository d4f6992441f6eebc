package io.onceflow.worker.execution;

/**
 * Work that a worker asks to be given.
 *
 * @param status RUNNING, or QUEUED where the tenant has its share of slots
 */
public record AskedWork(Claim claim, ExecutionStatus status) {}
