package io.onceflow.relay.topic;

import org.jspecify.annotations.Nullable;

/** The brokers cannot be reached or refuse what will be right later: to be tried again. */
public final class BrokerUnavailableException extends RuntimeException {
  public BrokerUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
