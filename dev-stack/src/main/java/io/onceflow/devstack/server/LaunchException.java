package io.onceflow.devstack.server;

/** Something could not be started or stopped; the message is for people and names the remedy. */
public final class LaunchException extends RuntimeException {
  private final String message;

  public LaunchException(String message) {
    super(message);
    this.message = message;
  }

  public LaunchException(String message, Throwable cause) {
    super(message, cause);
    this.message = message;
  }

  @Override
  public String getMessage() {
    return message;
  }
}
