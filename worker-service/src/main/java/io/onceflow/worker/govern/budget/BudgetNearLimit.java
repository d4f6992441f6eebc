package io.onceflow.worker.govern.budget;

import java.time.Instant;

/**
 * The event that a budget has reached its warning threshold: published once in a budget's day or
 * month by one of all workers, to Spring's listeners within that worker.
 *
 * @param budget {@code tenant:acme} or {@code step:summary-gen}
 * @param period {@code day} or {@code month}
 * @param takenMicroUsd what is spent, and reserved for calls under way
 * @param mostMicroUsd what may be spent
 * @param end when the budget begins anew
 */
public record BudgetNearLimit(
    String budget, String period, long takenMicroUsd, long mostMicroUsd, Instant end) {}
