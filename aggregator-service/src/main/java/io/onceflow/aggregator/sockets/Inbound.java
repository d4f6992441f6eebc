package io.onceflow.aggregator.sockets;

import org.jspecify.annotations.Nullable;

/**
 * Puts together what one client sends in parts, so that the server need not hold a buffer of the
 * longest message for each of thousands of silent connections. For one thread at a time.
 */
final class Inbound {
  private final long mostChars;
  private @Nullable StringBuilder parts;

  Inbound(long mostChars) {
    this.mostChars = mostChars;
  }

  /**
   * The message that the part completes, or null where more follows.
   *
   * @throws TooLongException if it has more characters than a client may send
   */
  @Nullable String add(String part, boolean last) throws TooLongException {
    var before = parts;
    if (part.length() + (before == null ? 0 : before.length()) > mostChars) {
      throw new TooLongException();
    }
    if (before == null && last) {
      return part;
    }
    var whole = (before == null ? new StringBuilder() : before).append(part);
    parts = last ? null : whole;
    return last ? whole.toString() : null;
  }

  /** A message is longer than allowed. */
  static final class TooLongException extends Exception {
    private static final long serialVersionUID = 1L;

    private TooLongException() {
      super("the message is too long");
    }
  }
}
