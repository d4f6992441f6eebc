package io.onceflow.aggregator.access;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.onceflow.http.access.Caller;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells callers who they are and what they may still do. */
@RestController
class MeController {
  private final SubmissionRateProperties rate;
  private final SubmissionsLeft left;

  MeController(SubmissionRateProperties rate, SubmissionsLeft left) {
    this.rate = rate;
    this.left = left;
  }

  @GetMapping("/api/v1/me")
  Me me(@AuthenticationPrincipal Caller caller) {
    return new Me(
        caller.tenant(),
        caller.user(),
        caller.roles().stream().map(Object::toString).sorted().toList(),
        new Quotas(
            rate.isLimited()
                ? new SubmissionQuota(rate.perSecond(), rate.burst(), left.of(caller.tenant()))
                : null));
  }

  /**
   * The caller.
   *
   * @param tenant whose tasks the caller sees
   */
  record Me(String tenant, String user, List<String> roles, Quotas quotas) {}

  /**
   * What the tenant may still do.
   *
   * @param submissions absent where they are not limited
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Quotas(@Nullable SubmissionQuota submissions) {}

  /**
   * Documents that may be submitted.
   *
   * @param perSecond in the long run
   * @param burst at once, after a pause
   * @param left now, by an estimate
   */
  record SubmissionQuota(double perSecond, int burst, int left) {}
}
