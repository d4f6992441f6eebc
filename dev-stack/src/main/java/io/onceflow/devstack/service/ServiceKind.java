package io.onceflow.devstack.service;

import java.util.List;
import java.util.stream.Stream;

/** The four services, in the order in which they are stopped: intake first, answers last. */
public enum ServiceKind {
  INGEST("ingest", "ingest-service", 8081, 192),
  RELAY("relay", "outbox-relay", 8082, 128),
  WORKER("worker", "worker-service", 8083, 700),
  AGGREGATOR("aggregator", "aggregator-service", 8080, 224);

  /** Between two instances of a service on one machine. */
  private static final int INSTANCE_STEP = 100;

  private static final int MANAGEMENT_STEP = 1000;

  /** More would reach into the management ports. */
  public static final int MAX_INSTANCES = 9;

  private final String label;
  private final String module;
  private final int port;
  private final int heapMegabytes;

  ServiceKind(String label, String module, int port, int heapMegabytes) {
    this.label = label;
    this.module = module;
    this.port = port;
    this.heapMegabytes = heapMegabytes;
  }

  /** As people and {@code status} call it. */
  public String label() {
    return label;
  }

  /** The Maven module, and the beginning of its jar's name. */
  public String module() {
    return module;
  }

  /** The name of an instance, counted from 0: {@code worker}, {@code worker-2}. */
  public String nameOf(int instance) {
    return instance == 0 ? label : label + "-" + (instance + 1);
  }

  public int port(int instance, int offset) {
    return port + INSTANCE_STEP * instance + offset;
  }

  public int managementPort(int instance, int offset) {
    return port(instance, offset) + MANAGEMENT_STEP;
  }

  /**
   * For a machine that runs all of them: a small heap, and for those that wait more than they
   * compute only the quick compiler, which otherwise loses half of a start to the thorough one.
   */
  public List<String> jvmOptions() {
    return this == WORKER
        ? heapOptions()
        : Stream.concat(heapOptions().stream(), Stream.of("-XX:TieredStopAtLevel=1")).toList();
  }

  /** The small heap alone, with all of the JVM's compilers. */
  public List<String> heapOptions() {
    return List.of("-Xms64m", "-Xmx" + heapMegabytes + "m");
  }

  /** Whether people and programs call it with an API key. */
  public boolean isPublic() {
    return this == INGEST || this == AGGREGATOR;
  }
}
