package io.onceflow.devstack.server;

/** A server or process could not be started or stopped; the message says why and what to do. */
public final class ServerException extends RuntimeException {
  public ServerException(String message) {
    super(message);
  }

  public ServerException(String message, Throwable cause) {
    super(message, cause);
  }
}
