package io.onceflow.worker.execution;

import io.onceflow.model.StepRequested;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The content address of a piece of work: equal for equal work of one tenant, whoever asks for it.
 *
 * <p>The digest is SHA-256 over the parts, each preceded by its length in bytes as a four-byte
 * number, so that no two lists of parts read alike.
 */
public final class ExecKey implements Comparable<ExecKey> {
  private static final int LENGTH = 32;

  private final byte[] digest;

  private ExecKey(byte[] digest) {
    this.digest = digest;
  }

  /** The key of the work that a request asks for, when the given engine and model do it. */
  public static ExecKey of(StepRequested request, String engine, String model) {
    var sha = sha256();
    add(sha, request.tenant());
    add(sha, request.step().value());
    add(sha, Integer.toString(request.stepVersion()));
    add(sha, engine);
    add(sha, model);
    add(sha, CanonicalJson.write(request.parameters()));
    add(sha, request.inputSha256());
    add(sha, request.generation());
    return new ExecKey(sha.digest());
  }

  /**
   * The key of a part of such work.
   *
   * @param content all else that shapes the part's answer
   */
  public static ExecKey ofPart(StepRequested request, String engine, String model, String content) {
    var sha = sha256();
    add(sha, "part");
    add(sha, request.tenant());
    add(sha, request.step().value());
    add(sha, Integer.toString(request.stepVersion()));
    add(sha, engine);
    add(sha, model);
    add(sha, content);
    add(sha, request.generation());
    return new ExecKey(sha.digest());
  }

  /**
   * A key as the database holds it.
   *
   * @throws IllegalArgumentException if it has not 32 bytes
   */
  public static ExecKey ofBytes(byte[] digest) {
    if (digest.length != LENGTH) {
      throw new IllegalArgumentException("an execution key has 32 bytes, not " + digest.length);
    }
    return new ExecKey(digest.clone());
  }

  public byte[] bytes() {
    return digest.clone();
  }

  private static void add(MessageDigest sha, String part) {
    var bytes = part.getBytes(StandardCharsets.UTF_8);
    sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
    sha.update(bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** The order of PostgreSQL's bytea, so that all workers lock rows in the same order. */
  @Override
  public int compareTo(ExecKey other) {
    return Arrays.compareUnsigned(digest, other.digest);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ExecKey key && Arrays.equals(digest, key.digest);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(digest);
  }

  /** Hexadecimal, as logs and Redis name it. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(digest);
  }
}
