package io.onceflow.worker.engine;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The document to work on, of either kind. */
public sealed interface StepInput {

  /** The media type of the document as it was stored. */
  String mediaType();

  /**
   * The document as text.
   *
   * @throws EngineException if its bytes are not text in UTF-8
   */
  String text() throws EngineException;

  /** The document's bytes. */
  byte[] bytes();

  /** A document that came as text. */
  record Text(String mediaType, String text) implements StepInput {
    @Override
    public byte[] bytes() {
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }

  /** A document as the payload store holds it. */
  final class Stored implements StepInput {
    private final String mediaType;
    private final byte[] bytes;

    /**
     * A document of the given bytes, which must not change.
     *
     * @param mediaType as it was stored
     */
    public Stored(String mediaType, byte[] bytes) {
      this.mediaType = mediaType;
      this.bytes = bytes;
    }

    @Override
    public String mediaType() {
      return mediaType;
    }

    @Override
    public byte[] bytes() {
      return bytes;
    }

    @Override
    public String text() throws EngineException {
      try {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      } catch (CharacterCodingException e) {
        throw EngineException.permanent(
            "invalid-input", "the document of type %s is not text".formatted(mediaType), e);
      }
    }
  }
}
