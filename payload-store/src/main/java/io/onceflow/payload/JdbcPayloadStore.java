package io.onceflow.payload;

import java.time.LocalDate;
import java.util.HexFormat;
import org.springframework.jdbc.core.JdbcOperations;

/** Keeps documents in PostgreSQL, in the table {@code payload.payload}. */
public final class JdbcPayloadStore implements PayloadStore {
  // Safe under concurrency: the key is the content, so whoever comes second has nothing to add but
  // the day; the row lock makes a deletion see that day, or makes this an insertion after it.
  private static final String PUT =
      """
      insert into payload.payload as stored (tenant, sha256, media_type, content)
      values (?, ?, ?, ?)
      on conflict (tenant, sha256) do update set used_on = excluded.used_on
        where stored.used_on < excluded.used_on
      """;
  // Safe under concurrency: content is never updated.
  private static final String GET =
      "select content from payload.payload where tenant = ? and sha256 = ?";
  // Safe under concurrency: a row that is being stored again is locked, and passed by.
  private static final String DELETE =
      """
      with unused as (
        select tenant, sha256 from payload.payload where used_on < ?
        order by used_on limit ? for update skip locked
      )
      delete from payload.payload p using unused u
      where p.tenant = u.tenant and p.sha256 = u.sha256
      """;

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

  @Override
  public boolean inDatabase() {
    return true;
  }

  @Override
  public int deleteUnusedSince(LocalDate day, int most) {
    return jdbc.update(DELETE, day, most);
  }
}
