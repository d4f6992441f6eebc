package io.onceflow.aggregator.access;

import io.onceflow.http.access.Caller;
import java.util.List;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells callers who they are. */
@RestController
class MeController {

  @GetMapping("/api/v1/me")
  Me me(@AuthenticationPrincipal Caller caller) {
    return new Me(
        caller.tenant(),
        caller.user(),
        caller.roles().stream().map(Object::toString).sorted().toList());
  }

  /**
   * The caller.
   *
   * @param tenant whose tasks the caller sees
   */
  record Me(String tenant, String user, List<String> roles) {}
}
