package io.onceflow.http.proxy;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/** Corrects the request's address before security and controllers see it. */
@AutoConfiguration
@EnableConfigurationProperties(ProxyProperties.class)
class ProxyAutoConfiguration {

  @Bean
  FilterRegistrationBean<TrustedProxyFilter> trustedProxyFilter(ProxyProperties properties) {
    var registration =
        new FilterRegistrationBean<>(new TrustedProxyFilter(properties.trustedProxies()));
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
    return registration;
  }
}
