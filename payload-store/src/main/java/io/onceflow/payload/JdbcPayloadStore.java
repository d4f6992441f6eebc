package io.onceflow.payload;

import java.util.HexFormat;
import org.springframework.jdbc.core.JdbcOperations;

/** Keeps documents in PostgreSQL, in the table {@code payload.payload}. */
public final class JdbcPayloadStore implements PayloadStore {
  // Safe under concurrency: the key is the content, so whoever comes second has nothing to add.
  private static final String PUT =
      """
      insert into payload.payload (tenant, sha256, media_type, content) values (?, ?, ?, ?)
      on conflict (tenant, sha256) do nothing
      """;
  // Safe under concurrency: rows are never updated.
  private static final String GET =
      "select content from payload.payload where tenant = ? and sha256 = ?";

  private final JdbcOperations jdbc;

  public JdbcPayloadStore(JdbcOperations jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public PayloadRef put(String tenant, byte[] content, String mediaType) {
    var ref = PayloadRef.of(tenant, content);
    jdbc.update(PUT, tenant, HexFormat.of().parseHex(ref.sha256()), mediaType, content);
    return ref;
  }

  @Override
  public byte[] get(PayloadRef ref) {
    var contents =
        jdbc.queryForList(GET, byte[].class, ref.tenant(), HexFormat.of().parseHex(ref.sha256()));
    if (contents.isEmpty()) {
      throw new PayloadNotFoundException(ref);
    }
    return contents.getFirst();
  }
}
