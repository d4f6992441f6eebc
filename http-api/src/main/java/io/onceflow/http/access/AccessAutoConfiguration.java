package io.onceflow.http.access;

import io.onceflow.http.access.AccessProperties.Mode;
import io.onceflow.http.problem.Problem;
import io.onceflow.http.problem.ProblemWriter;
import jakarta.servlet.DispatcherType;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.SessionManagementConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;
import org.springframework.security.web.context.RequestAttributeSecurityContextRepository;

/**
 * Access to the public port: a caller with a role for everything but the {@link OpenPaths}. The
 * management port is open, because only the platform reaches it.
 */
@AutoConfiguration(before = ServletWebSecurityAutoConfiguration.class)
@EnableConfigurationProperties(AccessProperties.class)
class AccessAutoConfiguration {

  @Bean
  @Order(1)
  SecurityFilterChain managementAccess(HttpSecurity http) {
    return http.securityMatcher(new ManagementPort())
        .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
        .csrf(AbstractHttpConfigurer::disable)
        .sessionManagement(AccessAutoConfiguration::stateless)
        .build();
  }

  @Bean
  @Order(2)
  SecurityFilterChain publicAccess(
      HttpSecurity http,
      AccessProperties properties,
      ProblemWriter problems,
      ObjectProvider<CallerSource> sources,
      ObjectProvider<OpenPaths> openPaths,
      ObjectProvider<JwtDecoder> jwtDecoder) {
    var contexts = new RequestAttributeSecurityContextRepository();
    var open = openPaths.stream().flatMap(paths -> paths.patterns().stream());
    var unauthorized = unauthorized(problems);
    if (properties.mode() == Mode.JWT) {
      requireDecoder(jwtDecoder);
      http.oauth2ResourceServer(
          server ->
              server
                  .authenticationEntryPoint(unauthorized)
                  .jwt(jwt -> jwt.jwtAuthenticationConverter(new CallerOfJwt(properties.jwt()))));
    }
    return http.authorizeHttpRequests(
            requests ->
                requests
                    // the first dispatch of a request was authorised already
                    .dispatcherTypeMatchers(
                        DispatcherType.ASYNC, DispatcherType.ERROR, DispatcherType.FORWARD)
                    .permitAll()
                    .requestMatchers(open.toArray(String[]::new))
                    .permitAll()
                    .anyRequest()
                    .hasAnyRole(Role.USER.name(), Role.OPERATOR.name()))
        .addFilterBefore(
            new CallerFilter(callerSources(properties, sources), contexts),
            AnonymousAuthenticationFilter.class)
        .securityContext(security -> security.securityContextRepository(contexts))
        .exceptionHandling(
            refusals ->
                refusals
                    .authenticationEntryPoint(unauthorized)
                    .accessDeniedHandler(forbidden(problems)))
        // credentials are headers that no browser adds by itself, so nothing can be forged
        .csrf(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .requestCache(AbstractHttpConfigurer::disable)
        .sessionManagement(AccessAutoConfiguration::stateless)
        .build();
  }

  private static List<CallerSource> callerSources(
      AccessProperties properties, ObjectProvider<CallerSource> others) {
    var sources = new ArrayList<CallerSource>();
    if (properties.mode() == Mode.API_KEY) {
      sources.add(new ApiKeys(properties.apiKeys()));
    }
    others.orderedStream().forEach(sources::add);
    return sources;
  }

  private static void requireDecoder(ObjectProvider<JwtDecoder> decoder) {
    if (decoder.stream().findAny().isEmpty()) {
      throw new IllegalStateException(
          "onceflow.security.mode is jwt: set"
              + " spring.security.oauth2.resourceserver.jwt.issuer-uri (or jwk-set-uri)");
    }
  }

  private static AuthenticationEntryPoint unauthorized(ProblemWriter problems) {
    return (_, response, _) -> {
      response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
      problems.write(response, Problem.unauthorized());
    };
  }

  private static AccessDeniedHandler forbidden(ProblemWriter problems) {
    return (_, response, _) -> problems.write(response, Problem.forbidden());
  }

  private static void stateless(SessionManagementConfigurer<HttpSecurity> sessions) {
    sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS);
  }
}
