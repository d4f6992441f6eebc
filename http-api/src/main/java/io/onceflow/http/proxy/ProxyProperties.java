package io.onceflow.http.proxy;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Proxies before the service.
 *
 * @param trustedProxies addresses or networks (CIDR) whose {@code Forwarded} and {@code
 *     X-Forwarded-*} headers are believed; by default loopback and the private networks
 */
@ConfigurationProperties("onceflow.http")
record ProxyProperties(
    @DefaultValue({
          "127.0.0.0/8",
          "10.0.0.0/8",
          "172.16.0.0/12",
          "192.168.0.0/16",
          "::1/128",
          "fc00::/7"
        })
        List<String> trustedProxies) {
  ProxyProperties {
    trustedProxies = List.copyOf(trustedProxies);
  }
}
