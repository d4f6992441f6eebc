package io.onceflow.http.access;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.context.support.WebApplicationContextUtils;

/**
 * Matches requests that came in by the management port, where it is another than the public one.
 */
final class ManagementPort implements RequestMatcher {
  @Override
  public boolean matches(HttpServletRequest request) {
    var context = WebApplicationContextUtils.getWebApplicationContext(request.getServletContext());
    return WebServerApplicationContext.hasServerNamespace(context, "management");
  }
}
