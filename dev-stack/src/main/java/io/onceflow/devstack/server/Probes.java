package io.onceflow.devstack.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** Whether a server serves clients, asked as a client asks. Each answers within seconds. */
public final class Probes {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration BETWEEN = Duration.ofMillis(50);
  private static final int CONNECT_MILLIS = 2000;
  private static final int KAFKA_SECONDS = 20;

  private Probes() {}

  public static boolean postgres(String jdbcUrl, String user, String password) {
    var properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    properties.setProperty("connectTimeout", "2");
    properties.setProperty("loginTimeout", "5");
    try (var connection = DriverManager.getConnection(jdbcUrl, properties)) {
      return connection.isValid(2);
    } catch (SQLException e) {
      return false;
    }
  }

  /** Whether something accepts connections there. */
  public static boolean listens(String host, int port) {
    return Ports.answers(host, port);
  }

  /** Whether the broker has joined its cluster. Does not begin before the port is open. */
  public static boolean kafka(String host, int port) {
    if (!Ports.answers(host, port)) {
      return false;
    }
    var patience = (int) TimeUnit.SECONDS.toMillis(KAFKA_SECONDS);
    Map<String, Object> settings =
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
            host + ":" + port,
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
            patience,
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            patience);
    try (var admin = Admin.create(settings)) {
      var nodes = admin.describeCluster().nodes();
      return !nodes.get(KAFKA_SECONDS, TimeUnit.SECONDS).isEmpty();
    } catch (ExecutionException | TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  public static boolean redis(String host, int port) {
    try {
      return askRedis(host, port, "PING").equals("+PONG");
    } catch (IOException e) {
      return false;
    }
  }

  static String askRedis(String host, int port, String command) throws IOException {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
      socket.setSoTimeout(CONNECT_MILLIS);
      socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
      var answer = new StringBuilder();
      for (int c = socket.getInputStream().read();
          c != -1 && c != '\r';
          c = socket.getInputStream().read()) {
        answer.append((char) c);
      }
      return answer.toString();
    }
  }

  /** Asks until the answer is yes; fails after a minute. */
  public static void await(String name, BooleanSupplier serving) {
    var end = System.nanoTime() + PATIENCE.toNanos();
    while (!serving.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new LaunchException(name + " does not answer after " + PATIENCE);
      }
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
  }
}
