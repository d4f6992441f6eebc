package io.onceflow.devstack.server;

/**
 * One server that can be started, stopped and hurt. It keeps its address and its data over a stop
 * and the next start.
 */
public interface Server {
  String name();

  /** The port on 127.0.0.1 that clients use. */
  int port();

  /** Starts the server and returns when it answers; does nothing where it runs. */
  void start();

  /** Ends the server in order and returns when it has ended; does nothing where it does not run. */
  void stop();

  /** Ends the server at once, as a crash would. */
  void kill();

  /** Freezes the server: connections stay open and nothing answers. */
  void pause();

  /** Lets a paused server go on. */
  void resume();
}
