package io.onceflow.devstack.service;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

/** What a service's readiness says. */
public enum Health {
  UP,
  DOWN,
  /** Nothing answers. */
  UNREACHABLE;

  private static final int TIMEOUT_MILLIS = 2000;

  public boolean isUp() {
    return this == UP;
  }

  /** Asks the service with this management port, for two seconds at most. */
  public static Health of(int managementPort) {
    var url = "http://127.0.0.1:%d/actuator/health/readiness".formatted(managementPort);
    try {
      var connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
      connection.setConnectTimeout(TIMEOUT_MILLIS);
      connection.setReadTimeout(TIMEOUT_MILLIS);
      var isUp = connection.getResponseCode() == HttpURLConnection.HTTP_OK;
      connection.disconnect();
      return isUp ? UP : DOWN;
    } catch (IOException e) {
      return UNREACHABLE;
    }
  }
}
