package io.onceflow.devstack.test;

import io.onceflow.devstack.server.RedisServer;
import io.onceflow.devstack.server.Server;

/**
 * Faults of the servers, to inject and to mend. A server keeps its address and its data (Redis: its
 * address alone). Whoever stops a server starts it again before the next test.
 */
public final class ServerFaults {
  private final TestStack stack;

  ServerFaults(TestStack stack) {
    this.stack = stack;
  }

  public void stopPostgres() {
    stack.postgres().stop();
  }

  /** As a crash: no shutdown, sessions broken off. */
  public void killPostgres() {
    stack.postgres().kill();
  }

  public void startPostgres() {
    stack.postgres().start();
  }

  /** Connections stay open and nothing answers, until {@link #resumePostgres()}. */
  public void pausePostgres() {
    stack.postgres().pause();
  }

  public void resumePostgres() {
    stack.postgres().resume();
  }

  public void restartPostgres() {
    restart(stack.postgres());
  }

  public void stopKafka() {
    stack.kafka().stop();
  }

  public void killKafka() {
    stack.kafka().kill();
  }

  public void startKafka() {
    stack.kafka().start();
  }

  public void pauseKafka() {
    stack.kafka().pause();
  }

  public void resumeKafka() {
    stack.kafka().resume();
  }

  public void restartKafka() {
    restart(stack.kafka());
  }

  public void stopRedis() {
    stack.redis().stop();
  }

  public void startRedis() {
    stack.redis().start();
  }

  public void pauseRedis() {
    stack.redis().pause();
  }

  public void resumeRedis() {
    stack.redis().resume();
  }

  public void restartRedis() {
    restart(stack.redis());
  }

  /** Forgets everything that Redis holds. */
  public void flushRedis() {
    RedisServer.flush(stack.redis().port());
  }

  private static void restart(Server server) {
    server.stop();
    server.start();
  }
}
