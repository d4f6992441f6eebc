package io.onceflow.aggregator.webhook;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * Tells addresses of the public internet from those that a callback must not reach: loopback,
 * private, link-local, shared, reserved, multicast, and IPv6 addresses that embed one of them.
 */
final class PublicAddresses {
  private PublicAddresses() {}

  static boolean isPublic(InetAddress address) {
    if (address.isAnyLocalAddress()
        || address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()) {
      return false;
    }
    return switch (address) {
      case Inet4Address four -> isPublic(four.getAddress());
      case Inet6Address six -> isPublicSix(six.getAddress());
      default -> false;
    };
  }

  private static boolean isPublic(byte[] four) {
    var a = four[0] & 0xff;
    var b = four[1] & 0xff;
    var c = four[2] & 0xff;
    var isShared = a == 100 && b >= 64 && b < 128;
    var isProtocol = a == 192 && b == 0 && (c == 0 || c == 2);
    var isTest =
        (a == 198 && (b == 18 || b == 19)) || (a == 198 && b == 51) || (a == 203 && b == 0);
    return a != 0 && a < 240 && !isShared && !isProtocol && !isTest;
  }

  private static boolean isPublicSix(byte[] six) {
    // unique local, fc00::/7
    if ((six[0] & 0xfe) == 0xfc) {
      return false;
    }
    // 6to4 embeds an IPv4 address in 2002::/16, NAT64 in 64:ff9b::/96, the old compatible form in
    // ::/96
    if (six[0] == 0x20 && six[1] == 0x02) {
      return isPublicEmbedded(six, 2);
    }
    var isNat64 =
        six[0] == 0 && six[1] == 0x64 && (six[2] & 0xff) == 0xff && (six[3] & 0xff) == 0x9b;
    var isCompatible = isZero(six, 0, 12);
    var isMapped = isZero(six, 0, 10) && six[10] == -1 && six[11] == -1;
    return !(isNat64 || isCompatible || isMapped) || isPublicEmbedded(six, 12);
  }

  private static boolean isPublicEmbedded(byte[] six, int from) {
    try {
      return isPublic(InetAddress.getByAddress(Arrays.copyOfRange(six, from, from + 4)));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }

  private static boolean isZero(byte[] bytes, int from, int to) {
    for (var i = from; i < to; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }
}
