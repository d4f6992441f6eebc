package io.onceflow.devstack.suite;

import io.onceflow.devstack.data.RunState;
import io.onceflow.devstack.data.RunState.ProcessId;
import io.onceflow.devstack.server.EmbeddedServer;
import io.onceflow.devstack.server.GuardedProcess;
import io.onceflow.devstack.service.ServiceProcess;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A server or service of a running suite.
 *
 * @param key as {@code status} names it
 * @param ports by use
 * @param start starts it where it does not run, and returns when it serves
 * @param stop ends it in order
 * @param process that was last started
 */
record Member(
    String key,
    Kind kind,
    Map<String, Integer> ports,
    Path log,
    Runnable start,
    Runnable stop,
    Supplier<Optional<GuardedProcess>> process) {

  enum Kind {
    SERVER,
    SERVICE;

    String label() {
      return this == SERVER ? "server" : "service";
    }
  }

  static Member server(String key, EmbeddedServer server, Path log) {
    return new Member(
        key,
        Kind.SERVER,
        Map.of(key, server.port()),
        log,
        server::start,
        server::stop,
        server::process);
  }

  static Member service(ServiceProcess service) {
    var instance = service.instance();
    return new Member(
        instance.name(),
        Kind.SERVICE,
        Map.of("http", instance.port(), "management", instance.managementPort()),
        instance.log(),
        service::start,
        service::stop,
        service::process);
  }

  boolean isRunning() {
    return process.get().map(GuardedProcess::isAlive).orElse(false);
  }

  /** For people. */
  String address() {
    var scheme = kind == Kind.SERVICE ? "http://" : "";
    return scheme + "127.0.0.1:" + ports.getOrDefault("http", ports.get(key));
  }

  RunState.Member state(boolean restarting) {
    var running = process.get().orElseThrow();
    return new RunState.Member(
        key,
        kind.label(),
        ProcessId.of(running.handle()),
        ProcessId.of(running.guardHandle()),
        ports,
        log.toString(),
        restarting);
  }
}
