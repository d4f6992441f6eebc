package io.onceflow.payload;

import java.time.LocalDate;

/**
 * Keeps documents by content address. Storing the same bytes twice stores them once; what is stored
 * never changes.
 *
 * <p>All methods throw {@link org.springframework.dao.DataAccessException} where the store cannot
 * be reached.
 */
public interface PayloadStore {

  /**
   * Stores a document durably: in the caller's transaction where the store is {@link
   * #inDatabase()}, before the return otherwise.
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

  /** Whether documents are rows of the services' database, so that a commit can include them. */
  boolean inDatabase();

  /**
   * Deletes documents that nobody has stored, again or for the first time, since a day began.
   *
   * @param most how many at once
   * @return how many were deleted; none where the store itself lets documents expire
   */
  int deleteUnusedSince(LocalDate day, int most);
}
