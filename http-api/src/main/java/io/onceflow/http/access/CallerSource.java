package io.onceflow.http.access;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/**
 * A way to learn from a request who makes it. Each bean of this type is asked in turn until one
 * knows; when none does, and no token of Spring Security's resource server came either, the request
 * is anonymous and answered with 401 wherever a caller is needed.
 */
@FunctionalInterface
public interface CallerSource {

  /** The caller, or nothing if the request holds no credentials that this source accepts. */
  Optional<Caller> callerOf(HttpServletRequest request);
}
