package io.onceflow.devstack.test;

import io.onceflow.devstack.server.Server;
import org.testcontainers.containers.GenericContainer;

/**
 * A server in a container whose port is bound to the same port of this machine, so that it keeps
 * its address over a restart. Stopping keeps the container, and with it the data.
 */
final class ContainerServer implements Server {
  private static final int STOP_SECONDS = 30;

  private final String name;
  private final int port;
  private final GenericContainer<?> container;
  private final Runnable awaitServing;
  private boolean running;

  /**
   * @param awaitServing returns when clients are served
   */
  ContainerServer(String name, int port, GenericContainer<?> container, Runnable awaitServing) {
    this.name = name;
    this.port = port;
    this.container = container;
    this.awaitServing = awaitServing;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public synchronized void start() {
    if (running) {
      return;
    }
    if (container.getContainerId() == null) {
      container.start();
    } else {
      container.getDockerClient().startContainerCmd(container.getContainerId()).exec();
    }
    awaitServing.run();
    running = true;
  }

  @Override
  public synchronized void stop() {
    container
        .getDockerClient()
        .stopContainerCmd(container.getContainerId())
        .withTimeout(STOP_SECONDS)
        .exec();
    running = false;
  }

  @Override
  public synchronized void kill() {
    container.getDockerClient().killContainerCmd(container.getContainerId()).exec();
    running = false;
  }

  @Override
  public void pause() {
    container.getDockerClient().pauseContainerCmd(container.getContainerId()).exec();
  }

  @Override
  public void resume() {
    container.getDockerClient().unpauseContainerCmd(container.getContainerId()).exec();
  }
}
