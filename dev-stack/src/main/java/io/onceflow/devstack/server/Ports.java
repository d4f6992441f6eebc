package io.onceflow.devstack.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;

/** Ports of the loopback interface. */
public final class Ports {
  private static final int CONNECT_MILLIS = 1000;
  private static final Set<Integer> GIVEN = new HashSet<>();

  private Ports() {}

  /** A port that was free a moment ago and that this JVM has not been given before. */
  public static synchronized int free() {
    while (true) {
      try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        if (GIVEN.add(socket.getLocalPort())) {
          return socket.getLocalPort();
        }
      } catch (IOException e) {
        throw new LaunchException("No free port on 127.0.0.1: " + e.getMessage(), e);
      }
    }
  }

  /** Whether a process could listen on this port of the loopback interface now. */
  public static boolean isFree(int port) {
    try (var socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether something accepts connections there. */
  static boolean answers(String host, int port) {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
