package io.onceflow.http.access;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.context.SecurityContextRepository;
import org.springframework.web.filter.OncePerRequestFilter;

/** Puts the caller, where a source knows one, into the request's security context. */
final class CallerFilter extends OncePerRequestFilter {
  private final List<CallerSource> sources;
  private final SecurityContextRepository contexts;

  /**
   * @param contexts keeps the caller for the later dispatches of an asynchronous request
   */
  CallerFilter(List<CallerSource> sources, SecurityContextRepository contexts) {
    this.sources = List.copyOf(sources);
    this.contexts = contexts;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    sources.stream()
        .flatMap(source -> source.callerOf(request).stream())
        .findFirst()
        .ifPresent(
            caller -> {
              var context = new SecurityContextImpl(Authentications.of(caller));
              SecurityContextHolder.setContext(context);
              contexts.saveContext(context, request, response);
            });
    chain.doFilter(request, response);
  }
}
