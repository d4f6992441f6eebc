package io.onceflow.benchmarks.ingest;

import io.onceflow.benchmarks.load.HttpConnection;
import io.onceflow.benchmarks.load.Texts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/** Uploads over a number of connections, each sending the next when it has the answer. */
final class Uploads {
  private static final String SINGLE = "/api/v1/tasks";
  private static final String BATCH = "/api/v1/tasks/batch";

  private final int port;
  private static final long PAUSE_NANOS = 100_000_000;

  private final String apiKey;
  private final int connections;
  private final Texts texts;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong refusedTogether = new AtomicLong();

  Uploads(int port, String apiKey, int connections, Texts texts) {
    this.port = port;
    this.apiKey = apiKey;
    this.connections = connections;
    this.texts = texts;
  }

  /**
   * Uploads for so long.
   *
   * @param together documents in a request; 1 posts them singly
   * @return tasks that were accepted
   */
  long run(Duration time, int together) throws InterruptedException {
    var end = System.nanoTime() + time.toNanos();
    try (var threads = Executors.newFixedThreadPool(connections)) {
      var running = new ArrayList<Future<Long>>();
      for (var i = 0; i < connections; i++) {
        running.add(threads.submit(() -> upload(end, together)));
      }
      var accepted = 0L;
      for (var connection : running) {
        accepted += connection.get();
      }
      return accepted;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private long upload(long end, int together) throws IOException {
    var accepted = 0L;
    try (var connection = new HttpConnection(port, apiKey)) {
      while (System.nanoTime() - end < 0) {
        if (together == 1) {
          single(connection);
          accepted++;
        } else {
          accepted += batch(connection, together);
        }
      }
    }
    return accepted;
  }

  private void single(HttpConnection connection) throws IOException {
    var number = next.incrementAndGet();
    var headers =
        "Content-Type: text/plain; charset=utf-8\r\nIdempotency-Key: document-%d:process:1\r\n"
            .formatted(number);
    var answer =
        connection.post(SINGLE, headers, texts.of(number).getBytes(StandardCharsets.UTF_8));
    if (answer.status() != 202) {
      throw new IllegalStateException("not accepted: " + answer);
    }
  }

  /** What does not fit into the queue is refused at once; a client then waits a moment. */
  private int batch(HttpConnection connection, int together) throws IOException {
    var body = new StringBuilder();
    for (var i = 0; i < together; i++) {
      var number = next.incrementAndGet();
      // the texts hold nothing that JSON would escape
      body.append("{\"idempotencyKey\":\"document-%d:process:1\",\"text\":\"".formatted(number));
      body.append(texts.of(number)).append("\"}\n");
    }
    var answer =
        connection.post(
            BATCH,
            "Content-Type: application/x-ndjson\r\n",
            body.toString().getBytes(StandardCharsets.UTF_8));
    var accepted = count(answer.body(), "\"taskId\"");
    var refused = count(answer.body(), "\"status\":503,\"problem\"");
    var isAnswered = answer.status() == 200 || answer.status() == 202;
    if (!isAnswered || accepted + refused != together) {
      throw new IllegalStateException(
          "%d of %d accepted: %.300s".formatted(accepted, together, answer));
    }
    if (refused > 0) {
      refusedTogether.addAndGet(refused);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return accepted;
  }

  private static int count(String text, String word) {
    return text.split(Pattern.quote(word), -1).length - 1;
  }

  /** How many were refused with 503 since the last call, for want of place in the queue. */
  long refused() {
    return refusedTogether.getAndSet(0);
  }
}
