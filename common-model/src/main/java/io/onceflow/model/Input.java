package io.onceflow.model;

import org.jspecify.annotations.Nullable;

/**
 * The document that a step works on: always a reference, and the text itself where it is short.
 *
 * @param payloadRef where the payload store holds it, content-addressed: {@code tenant/sha256}
 * @param mediaType of the stored bytes, for example {@code text/plain}
 * @param sizeBytes of the stored bytes
 * @param text the whole text, inline, so that a first attempt reads nothing; absent when longer
 *     than {@link #INLINE_LIMIT_BYTES} or not text
 */
public record Input(String payloadRef, String mediaType, long sizeBytes, @Nullable String text) {

  /** Longest text, in bytes of UTF-8, that travels inline. */
  public static final int INLINE_LIMIT_BYTES = 64 * 1024;

  /** The same document by reference alone. */
  public Input withoutText() {
    return text == null ? this : new Input(payloadRef, mediaType, sizeBytes, null);
  }
}
