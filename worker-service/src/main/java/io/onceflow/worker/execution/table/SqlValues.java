package io.onceflow.worker.execution.table;

import io.onceflow.worker.execution.ExecKey;
import java.time.Duration;
import java.util.Collection;

/** Values as the statements take them. */
final class SqlValues {
  private SqlValues() {}

  /** For {@code make_interval(secs => ?)}. */
  static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  /** For {@code any(?::bytea[])}. */
  static byte[][] keys(Collection<ExecKey> keys) {
    return keys.stream().map(ExecKey::bytes).toArray(byte[][]::new);
  }
}
