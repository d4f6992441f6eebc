package io.onceflow.http;

import io.onceflow.http.access.Caller;
import io.onceflow.http.access.OpenPaths;
import io.onceflow.http.access.Role;
import io.onceflow.http.problem.ProblemException;
import io.onceflow.http.trace.TraceContext;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** A service that uses the library and shows what it does. */
@SpringBootConfiguration
@EnableAutoConfiguration
class ProbeService {

  @Bean
  OpenPaths openPaths() {
    return OpenPaths.of("/open");
  }

  @RestController
  static class Probes {
    @GetMapping("/open")
    String open() {
      return "open";
    }

    @GetMapping("/caller")
    Map<String, Object> caller(@AuthenticationPrincipal Caller caller) {
      return Map.of("tenant", caller.tenant(), "user", caller.user(), "roles", caller.roles());
    }

    @GetMapping("/later")
    Callable<String> later(@AuthenticationPrincipal Caller caller) {
      return caller::tenant;
    }

    @GetMapping("/operators")
    String operators(@AuthenticationPrincipal Caller caller) {
      caller.require(Role.OPERATOR);
      return "operator";
    }

    @GetMapping("/trace")
    String trace() {
      return TraceContext.current().traceparent();
    }

    @GetMapping("/address")
    String address() {
      return ServletUriComponentsBuilder.fromCurrentRequest().toUriString();
    }

    @PostMapping(path = "/body", consumes = "application/json")
    int body(@RequestBody Body body) {
      return body.size();
    }

    @GetMapping("/number")
    int number(@RequestParam int n) {
      return n;
    }

    @GetMapping("/busy")
    void busy() {
      throw ProblemException.unavailable("busy", "Wait.", Duration.ofMillis(1200));
    }

    @GetMapping("/bug")
    void bug() {
      throw new IllegalStateException("select secret from somewhere");
    }

    @GetMapping("/database")
    void database() {
      throw new DataAccessResourceFailureException("connection to 10.0.0.7 refused");
    }
  }

  record Body(int size) {}
}
