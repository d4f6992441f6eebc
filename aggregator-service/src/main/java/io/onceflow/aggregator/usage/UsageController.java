package io.onceflow.aggregator.usage;

import io.onceflow.aggregator.usage.UsageReport.Dimension;
import io.onceflow.http.access.Caller;
import io.onceflow.http.access.Role;
import io.onceflow.http.problem.ProblemException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Usage over HTTP: users see that of their tenant, operators all. */
@RestController
class UsageController {
  private static final Duration MONTH = Duration.ofDays(30);

  private final UsageReport report;
  private final Clock clock;

  UsageController(UsageReport report, Clock clock) {
    this.report = report;
    this.clock = clock;
  }

  @GetMapping("/api/v1/usage")
  Usages usage(
      @AuthenticationPrincipal Caller caller,
      @RequestParam(defaultValue = "day") List<String> groupBy,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to) {
    var end = to == null ? clock.instant().plus(Duration.ofMinutes(1)) : to;
    var begin = from == null ? end.minus(MONTH) : from;
    if (!begin.isBefore(end)) {
      throw ProblemException.invalidField("from", "must be before 'to'");
    }
    var dimensions = groupBy.stream().distinct().map(UsageController::dimension).toList();
    if (dimensions.isEmpty()) {
      throw wrongDimension();
    }
    var tenant = caller.has(Role.OPERATOR) ? null : caller.tenant();
    return new Usages(begin, end, report.sum(dimensions, begin, end, tenant));
  }

  private static Dimension dimension(String name) {
    return Dimension.named(name).orElseThrow(UsageController::wrongDimension);
  }

  private static ProblemException wrongDimension() {
    return ProblemException.invalidField("groupBy", "name some of day, tenant, step, model");
  }

  /** The usage of tasks submitted in a time. */
  record Usages(Instant from, Instant to, List<UsageReport.Line> groups) {}
}
