package io.onceflow.worker.execution;

import io.onceflow.model.UuidV7;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** Names this run of this process; a restart is another instance. */
public record InstanceId(String value) {

  /** Host and a fresh UUID. */
  public static InstanceId next() {
    return new InstanceId(host() + "/" + UuidV7.next());
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "worker";
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
