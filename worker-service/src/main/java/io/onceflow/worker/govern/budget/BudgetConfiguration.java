package io.onceflow.worker.govern.budget;

import static java.util.stream.Collectors.toSet;

import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.worker.engine.Engines;
import io.onceflow.worker.govern.Jitter;
import io.onceflow.worker.govern.SparedRedis;
import io.onceflow.worker.suite.Phases;
import io.onceflow.worker.suite.Repeated;
import java.time.Clock;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcOperations;

@Configuration(proxyBeanMethods = false)
class BudgetConfiguration {
  @Bean
  ReserveBudget reserveBudget(
      BudgetProperties properties,
      Pipelines pipelines,
      Engines engines,
      SparedRedis redis,
      JdbcOperations jdbc,
      MeterRegistry registry,
      ApplicationEventPublisher events,
      Clock clock) {
    requireKnownSteps(properties, pipelines);
    new RequirePrices(properties).check(pipelines, engines);
    var windows = new BudgetWindowTable(jdbc);
    if (properties.any()) {
      new BeginBudgets(windows, properties, clock).begin();
    }
    var metrics = new BudgetMetrics(registry);
    return new ReserveBudget(
        new Budgets(properties),
        new BudgetCache(redis),
        windows,
        new BudgetReservationTable(jdbc),
        new WarnOfBudget(windows, metrics, events::publishEvent, properties.warnAt()),
        metrics,
        properties,
        clock,
        Jitter::lengthened);
  }

  @Bean
  Repeated settleRest(BudgetProperties properties, SparedRedis redis, JdbcOperations jdbc) {
    var rest =
        new SettleRest(
            new BudgetReservationTable(jdbc), new BudgetCache(redis), properties.settleInterval());
    return new Repeated("settle-budgets", properties.settleInterval(), Phases.SCANNING, rest);
  }

  private static void requireKnownSteps(BudgetProperties properties, Pipelines pipelines) {
    var known = pipelines.steps().stream().map(step -> step.name().value()).collect(toSet());
    for (var step : properties.steps().keySet()) {
      if (!known.contains(step)) {
        throw new IllegalArgumentException(
            "%s.steps.%s belongs to no step; there are %s"
                .formatted(BudgetProperties.PREFIX, step, known.stream().sorted().toList()));
      }
    }
  }
}
