package io.onceflow.aggregator.console;

import io.onceflow.http.access.Caller;
import io.onceflow.http.access.Role;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows operators how the suite is. */
@RestController
final class SystemController {
  private final WatchServices services;

  SystemController(WatchServices services) {
    this.services = services;
  }

  @GetMapping("/api/console/system")
  SystemHealth health(@AuthenticationPrincipal Caller caller) throws InterruptedException {
    caller.require(Role.OPERATOR);
    return services.look();
  }
}
