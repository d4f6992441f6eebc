package io.onceflow.http.proxy;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.security.web.util.matcher.IpAddressMatcher;
import org.springframework.web.filter.ForwardedHeaderFilter;

/**
 * Believes {@code Forwarded} and {@code X-Forwarded-*} of trusted proxies only. Tomcat's own valve
 * tells proxies apart too, but it does not know {@code Forwarded} (RFC 7239).
 */
final class TrustedProxyFilter extends ForwardedHeaderFilter {
  private final List<IpAddressMatcher> trusted;

  /**
   * @throws IllegalArgumentException for what is neither an address nor a network
   */
  TrustedProxyFilter(List<String> trusted) {
    this.trusted = trusted.stream().map(TrustedProxyFilter::network).toList();
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return super.shouldNotFilter(request) || !isTrusted(request.getRemoteAddr());
  }

  private boolean isTrusted(String address) {
    return trusted.stream().anyMatch(network -> network.matches(address));
  }

  private static IpAddressMatcher network(String text) {
    try {
      return new IpAddressMatcher(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "onceflow.http.trusted-proxies: '%s' is no address and no network".formatted(text), e);
    }
  }
}
