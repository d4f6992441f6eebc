package io.onceflow.worker.govern.budget;

import static java.util.Comparator.comparing;

import io.onceflow.model.StepName;
import io.onceflow.worker.govern.budget.BudgetProperties.Limits;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which budgets a call falls under. */
final class Budgets {
  private final Map<String, Limits> tenants;
  private final @Nullable Limits eachTenant;
  private final Map<String, Limits> steps;
  private final ZoneId zone;

  Budgets(BudgetProperties properties) {
    this.tenants = properties.tenants();
    this.eachTenant = properties.eachTenant();
    this.steps = properties.steps();
    this.zone = properties.zone();
  }

  /** The current windows of the budgets that a call falls under, in the order of their ids. */
  List<Window> windows(String tenant, StepName step, Instant now) {
    var all = new ArrayList<Window>();
    var own = tenants.get(tenant);
    add(all, "tenant:" + tenant, own != null, own == null ? eachTenant : own, now);
    add(all, "step:" + step.value(), true, steps.get(step.value()), now);
    all.sort(comparing(Window::id));
    return all;
  }

  private void add(
      List<Window> all, String budget, boolean named, @Nullable Limits limits, Instant now) {
    if (limits == null) {
      return;
    }
    var today = now.atZone(zone).toLocalDate();
    limits
        .microUsd()
        .forEach(
            (period, most) -> {
              var first = period.firstDay(today);
              var end = period.next(first).atStartOfDay(zone).toInstant();
              all.add(new Window(budget, named, period, first, most, end));
            });
  }
}
