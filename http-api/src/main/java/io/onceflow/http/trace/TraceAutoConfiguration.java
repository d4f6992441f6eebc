package io.onceflow.http.trace;

import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/** Puts the trace around everything else, the refusals of security included. */
@AutoConfiguration
class TraceAutoConfiguration {

  @Bean
  FilterRegistrationBean<TraceFilter> traceFilter() {
    var registration = new FilterRegistrationBean<>(new TraceFilter());
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
    registration.setDispatcherTypes(EnumSet.allOf(DispatcherType.class));
    registration.setAsyncSupported(true);
    return registration;
  }
}
