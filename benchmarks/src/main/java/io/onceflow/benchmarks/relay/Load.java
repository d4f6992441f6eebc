package io.onceflow.benchmarks.relay;

import io.onceflow.benchmarks.stack.Stack;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** Appends rows for a subject: at a steady rate, or all at once. */
final class Load {
  private static final int ROWS_PER_STATEMENT = 1000;
  private static final int RATE_OF_A_WRITER = 500;

  private final Stack stack;
  private final Subject subject;
  private final int bytes;

  Load(Stack stack, Subject subject, int bytes) {
    this.stack = stack;
    this.subject = subject;
    this.bytes = bytes;
  }

  /**
   * Appends each row in a transaction of its own, at its time whether or not the one before is
   * done, over as many connections as the rate takes.
   */
  void steadily(Rows rows, int rate) throws InterruptedException {
    var writers = Math.max(1, rate / RATE_OF_A_WRITER);
    var begin = System.nanoTime();
    try (var threads = Executors.newFixedThreadPool(writers)) {
      var running = new ArrayList<Future<?>>();
      for (var writer = 0; writer < writers; writer++) {
        var first = writer;
        running.add(
            threads.submit(
                () -> {
                  write(rows, first, writers, begin, rate);
                  return null;
                }));
      }
      for (var writer : running) {
        writer.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private void write(Rows rows, int first, int step, long begin, int rate) throws SQLException {
    try (var connection = stack.connect()) {
      for (var i = first; i < rows.count(); i += step) {
        var due = begin + i * 1_000_000_000L / rate;
        for (var left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        subject.append(connection, List.of(Rows.value(rows.number(i), bytes)));
        rows.committed(i, System.nanoTime());
        subject.committed();
      }
    }
  }

  /**
   * Appends all rows in one transaction, so that they become visible together.
   *
   * @return {@link System#nanoTime()} of the commit's return
   */
  long atOnce(Rows rows) throws SQLException {
    try (var connection = stack.connect()) {
      connection.setAutoCommit(false);
      var values = new ArrayList<String>();
      for (var i = 0; i < rows.count(); i++) {
        values.add(Rows.value(rows.number(i), bytes));
        if (values.size() == ROWS_PER_STATEMENT || i == rows.count() - 1) {
          subject.append(connection, values);
          values.clear();
        }
      }
      connection.commit();
      var at = System.nanoTime();
      subject.committed();
      return at;
    }
  }
}
