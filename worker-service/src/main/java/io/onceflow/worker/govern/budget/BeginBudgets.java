package io.onceflow.worker.govern.budget;

import io.onceflow.worker.govern.budget.BudgetProperties.Limits;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Begins, when a worker starts, the current days and months of new budgets with what the ledger
 * says was spent in them before.
 */
final class BeginBudgets {
  private final BudgetWindowTable windows;
  private final BudgetProperties properties;
  private final Clock clock;

  BeginBudgets(BudgetWindowTable windows, BudgetProperties properties, Clock clock) {
    this.windows = windows;
    this.properties = properties;
    this.clock = clock;
  }

  void begin() {
    properties
        .tenants()
        .forEach((tenant, limits) -> begin("tenant", Set.of(tenant), false, limits));
    properties.steps().forEach((step, limits) -> begin("step", Set.of(step), false, limits));
    var each = properties.eachTenant();
    if (each != null) {
      begin("tenant", properties.tenants().keySet(), true, each);
    }
  }

  private void begin(String kind, Collection<String> named, boolean others, Limits limits) {
    var today = clock.instant().atZone(properties.zone()).toLocalDate();
    for (var period : List.copyOf(limits.microUsd().keySet())) {
      windows.beginFromLedger(
          kind, named, others, period, period.firstDay(today), properties.zone());
    }
  }
}
