package io.onceflow.aggregator.console;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;

/**
 * Tells browsers to run this service's own files and to talk to this service, and nothing else.
 * With Trusted Types refused altogether, no script can turn text into markup.
 */
final class ConsoleHeaders extends HttpFilter {
  private static final long serialVersionUID = 1;

  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'; trusted-types 'none'";

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    response.setHeader("Content-Security-Policy", POLICY);
    response.setHeader("Referrer-Policy", "no-referrer");
    response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    if (isFile(request.getRequestURI())) {
      // kept by the browser and asked for at each visit, so that a new version is seen at once
      response.setHeader(HttpHeaders.CACHE_CONTROL, "no-cache");
    }
    chain.doFilter(request, response);
  }

  private static boolean isFile(String path) {
    return path.equals("/") || path.equals("/index.html") || path.startsWith("/console/");
  }
}
