package io.onceflow.model;

/** The names of the headers that every Kafka record of the suite carries. */
public final class Headers {
  /** UUID of the message; a message that is published twice carries the same one. */
  public static final String MESSAGE_ID = "message-id";

  /** Which message the value is, see {@link MessageJson#typeOf}. */
  public static final String MESSAGE_TYPE = "message-type";

  /** The version of the message's JSON, a decimal number. */
  public static final String SCHEMA_VERSION = "schema-version";

  /** W3C trace context of the request that caused the message. */
  public static final String TRACEPARENT = "traceparent";

  /**
   * Why a record was set aside untouched: a stable code. Dead letters of unreadable records only.
   */
  public static final String DEAD_LETTER_CODE = "dead-letter-code";

  /** Why a record was set aside untouched, in words. */
  public static final String DEAD_LETTER_MESSAGE = "dead-letter-message";

  /** Where an untouched record was read: {@code topic/partition/offset}. */
  public static final String DEAD_LETTER_SOURCE = "dead-letter-source";

  private Headers() {}
}
