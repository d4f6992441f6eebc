package io.onceflow.worker.govern.budget;

import io.onceflow.worker.govern.budget.Window.Figures;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/** Gives one warning of each window that reaches the threshold, whichever worker sees it first. */
final class WarnOfBudget {
  private static final Logger log = LoggerFactory.getLogger(WarnOfBudget.class);

  private final BudgetWindowTable windows;
  private final BudgetMetrics metrics;
  private final Consumer<BudgetNearLimit> events;
  private final double threshold;
  private final Set<String> warned = ConcurrentHashMap.newKeySet();

  /**
   * @param threshold the share of a budget from which on a warning is given
   */
  WarnOfBudget(
      BudgetWindowTable windows,
      BudgetMetrics metrics,
      Consumer<BudgetNearLimit> events,
      double threshold) {
    this.windows = windows;
    this.metrics = metrics;
    this.events = events;
    this.threshold = threshold;
  }

  /** Looks at a window's figures. */
  void look(Window window, Figures figures) {
    metrics.seen(window, figures);
    if (figures.taken() < threshold * window.most() || !warned.add(window.id())) {
      return;
    }
    try {
      if (windows.warn(window)) {
        warn(window, figures);
      }
    } catch (DataAccessException e) {
      // a warning holds up no call; the next one that sees the threshold tries again
      warned.remove(window.id());
      log.debug("The warning of {} could not be noted", window.id(), e);
    }
  }

  private void warn(Window window, Figures figures) {
    metrics.warned(window);
    log.warn(
        "The budget {} of this {} is used up to {} of {} US dollars",
        window.budget(),
        window.period().label(),
        Window.usd(figures.taken()),
        Window.usd(window.most()));
    publish(
        new BudgetNearLimit(
            window.budget(),
            window.period().label(),
            figures.taken(),
            window.most(),
            window.end()));
  }

  /** A listener that fails must not fail the call, whose answer may have been paid for. */
  private void publish(BudgetNearLimit event) {
    try {
      events.accept(event);
    } catch (RuntimeException e) {
      log.warn("A listener failed at {}", event, e);
    }
  }
}
