package io.onceflow.devstack.test;

import io.onceflow.devstack.server.Server;

/** A server that somebody else runs: always started, and not ours to hurt. */
record ExternalServer(String name, int port) implements Server {
  @Override
  public void start() {}

  @Override
  public void stop() {
    throw notOurs();
  }

  @Override
  public void kill() {
    throw notOurs();
  }

  @Override
  public void pause() {
    throw notOurs();
  }

  @Override
  public void resume() {
    throw notOurs();
  }

  private UnsupportedOperationException notOurs() {
    return new UnsupportedOperationException(
        name + " is external; tests with faults need -Dstack=embedded or testcontainers");
  }
}
