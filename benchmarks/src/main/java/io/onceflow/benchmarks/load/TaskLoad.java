package io.onceflow.benchmarks.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Sends different texts as tasks: as fast as they are done, or at a steady rate. */
public final class TaskLoad {
  private static final String ID = "\"taskId\":\"";
  private static final int ID_LENGTH = 36;
  private static final int CONNECTIONS = 16;
  private static final int RATE_OF_A_CONNECTION = 50;

  private final int port;
  private final String apiKey;
  private final String query;
  private final Texts texts;
  private final AtomicLong next = new AtomicLong(1);

  /**
   * Prepares the load.
   *
   * @param query with a question mark, or empty
   */
  public TaskLoad(int port, String apiKey, String query, Texts texts) {
    this.port = port;
    this.apiKey = apiKey;
    this.query = query;
    this.texts = texts;
  }

  /** Sends for so long, each as soon as there is a place among those on their way. */
  public void saturate(Completions completions, Duration time) throws InterruptedException {
    var end = System.nanoTime() + time.toNanos();
    var senders = new ArrayList<Callable<Void>>();
    for (var i = 0; i < CONNECTIONS; i++) {
      senders.add(
          () -> {
            try (var connection = new HttpConnection(port, apiKey)) {
              while (System.nanoTime() - end < 0) {
                completions.awaitPlace();
                post(connection, completions);
              }
            }
            return null;
          });
    }
    run(senders);
  }

  /** Sends so many, each at its time, whether or not those before are done. */
  public void steadily(Completions completions, int count, int rate) throws InterruptedException {
    var step = Math.max(1, rate / RATE_OF_A_CONNECTION);
    var begin = System.nanoTime();
    var senders = new ArrayList<Callable<Void>>();
    for (var first = 0; first < step; first++) {
      var own = first;
      senders.add(
          () -> {
            try (var connection = new HttpConnection(port, apiKey)) {
              for (var i = own; i < count; i += step) {
                var due = begin + i * 1_000_000_000L / rate;
                for (var left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                  LockSupport.parkNanos(left);
                }
                post(connection, completions);
              }
            }
            return null;
          });
    }
    run(senders);
  }

  private void post(HttpConnection connection, Completions completions) throws IOException {
    var text = texts.of(next.getAndIncrement()).getBytes(StandardCharsets.UTF_8);
    var at = System.nanoTime();
    var answer =
        connection.post(
            "/api/v1/tasks" + query, "Content-Type: text/plain; charset=utf-8\r\n", text);
    var id = answer.body().indexOf(ID) + ID.length();
    if (answer.status() != 202 || id < ID.length()) {
      throw new IllegalStateException("not accepted: " + answer);
    }
    completions.sent(answer.body().substring(id, id + ID_LENGTH), at);
  }

  private static void run(List<Callable<Void>> senders) throws InterruptedException {
    try (var threads = Executors.newFixedThreadPool(senders.size())) {
      var running = new ArrayList<Future<Void>>();
      senders.forEach(sender -> running.add(threads.submit(sender)));
      for (var sender : running) {
        sender.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}
