package io.onceflow.worker.govern.budget;

import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.model.pipeline.StepDefinition;
import io.onceflow.worker.engine.Engines;
import io.onceflow.worker.engine.UnpricedModel;
import java.util.HashSet;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it at start that no call passes by a budget for want of a price: a model that a budget is
 * to hold has a price, or the worker does not start. Without a budget it is only mentioned.
 */
final class RequirePrices {
  private static final Logger log = LoggerFactory.getLogger(RequirePrices.class);

  private final BudgetProperties properties;

  RequirePrices(BudgetProperties properties) {
    this.properties = properties;
  }

  /**
   * Looks at the models of all steps.
   *
   * @throws IllegalArgumentException naming the budget and the settings of the price that it needs
   */
  void check(Pipelines pipelines, Engines engines) {
    var mentioned = new HashSet<UnpricedModel>();
    for (var step : pipelines.steps()) {
      for (var model : engines.of(step).unpriced(step)) {
        refuseUnderBudget(step, model);
        if (mentioned.add(model)) {
          log.warn(
              "The model '{}' has no price, so its calls are entered at no cost; set {}.input and"
                  + " {}.output",
              model.model(),
              model.setting(),
              model.setting());
        }
      }
    }
  }

  private void refuseUnderBudget(StepDefinition step, UnpricedModel model) {
    budgetOver(step)
        .ifPresent(
            budget -> {
              throw new IllegalArgumentException(
                  "%s.%s is to hold the calls of the step %s, whose model '%s' has no price; set %5$s.input and %5$s.output, to 0 if it costs nothing"
                      .formatted(
                          BudgetProperties.PREFIX,
                          budget,
                          step.name(),
                          model.model(),
                          model.setting()));
            });
  }

  /** A budget that calls of the step may fall under; those of tenants are over all steps. */
  private Optional<String> budgetOver(StepDefinition step) {
    if (properties.steps().containsKey(step.name().value())) {
      return Optional.of("steps." + step.name());
    }
    return properties.eachTenant() == null
        ? properties.tenants().keySet().stream().sorted().findFirst().map("tenants."::concat)
        : Optional.of("each-tenant");
  }
}
