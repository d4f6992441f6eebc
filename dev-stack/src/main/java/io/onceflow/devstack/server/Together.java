package io.onceflow.devstack.server;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;

/** Runs several slow things at once. */
public final class Together {
  private Together() {}

  /** Returns when all have ended; throws what the first of the failed ones threw. */
  public static void run(List<Runnable> things) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var all = things.stream().map(thing -> CompletableFuture.runAsync(thing, threads)).toList();
      CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
