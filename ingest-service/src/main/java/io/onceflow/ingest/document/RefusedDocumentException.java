package io.onceflow.ingest.document;

/** A document that cannot be accepted. */
public final class RefusedDocumentException extends Exception {
  private static final long serialVersionUID = 1;

  private final Reason reason;

  RefusedDocumentException(Reason reason, String detail) {
    super(detail, null, false, false);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  /** What to do, for people. */
  public String detail() {
    return String.valueOf(getMessage());
  }

  /** Why a document is refused. */
  public enum Reason {
    EMPTY,
    TOO_LARGE,
    UNSUPPORTED_TYPE,
    UNDECODABLE_TEXT
  }
}
