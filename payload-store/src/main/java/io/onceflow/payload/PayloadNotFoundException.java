package io.onceflow.payload;

/** The store holds no document of this reference: it was purged, or the reference is wrong. */
public final class PayloadNotFoundException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public PayloadNotFoundException(PayloadRef ref) {
    super("no payload is stored as %s".formatted(ref));
  }
}
