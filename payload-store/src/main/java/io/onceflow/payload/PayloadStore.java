package io.onceflow.payload;

/**
 * Keeps documents by content address. Storing the same bytes twice stores them once; what is stored
 * never changes.
 */
public interface PayloadStore {

  /**
   * Stores a document durably: in the caller's transaction where the store shares its database,
   * before the return otherwise.
   *
   * @param mediaType of the bytes, for example {@code text/plain}
   */
  PayloadRef put(String tenant, byte[] content, String mediaType);

  /**
   * The bytes of a document.
   *
   * @throws PayloadNotFoundException if the store does not hold it
   */
  byte[] get(PayloadRef ref);
}
