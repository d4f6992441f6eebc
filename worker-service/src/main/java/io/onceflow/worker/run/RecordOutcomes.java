package io.onceflow.worker.run;

import io.onceflow.outbox.OutboxPoke;
import io.onceflow.worker.execution.Checkpoint;
import io.onceflow.worker.execution.Checkpoint.Place;
import io.onceflow.worker.execution.StepSuccess;
import io.onceflow.worker.execution.end.ExecutionMetrics;
import io.onceflow.worker.execution.end.SuccessStatement;
import io.onceflow.worker.suite.Phases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.TransactionException;

/**
 * Records outcomes by natural group commit: one thread takes whatever has queued while its last
 * commit ran. Plain successes are one statement together; everything else, and every success that
 * this statement passes over, is a transaction of its own, so that one bad record fails alone.
 *
 * <p>While the database is away outcomes are kept and tried again: they were paid for.
 */
final class RecordOutcomes implements SmartLifecycle {
  private static final Logger log = LoggerFactory.getLogger(RecordOutcomes.class);
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Duration FLUSH_PATIENCE = Duration.ofSeconds(5);

  private record Entry(@Nullable Outcome outcome, Runnable whenDone) {}

  private static final Entry END = new Entry(null, () -> {});

  private final BlockingQueue<Entry> queue = new LinkedBlockingQueue<>();
  private final SuccessStatement successes;
  private final SettleOutcome settle;
  private final ExecutionMetrics metrics;
  private final OutboxPoke poke;
  private final Checkpoint checkpoint;
  private final int most;
  private volatile @Nullable Thread writer;
  private volatile boolean stopping;

  RecordOutcomes(
      SuccessStatement successes,
      SettleOutcome settle,
      ExecutionMetrics metrics,
      OutboxPoke poke,
      Checkpoint checkpoint,
      RunProperties properties) {
    this.successes = successes;
    this.settle = settle;
    this.metrics = metrics;
    this.poke = poke;
    this.checkpoint = checkpoint;
    this.most = properties.recordBatch();
  }

  /**
   * Queues an outcome.
   *
   * @param whenDone called once it has been recorded
   */
  void submit(Outcome outcome, Runnable whenDone) {
    queue.add(new Entry(outcome, whenDone));
  }

  @Override
  public void start() {
    stopping = false;
    writer = Thread.ofPlatform().name("record").start(this::write);
  }

  /** Records what has queued, for as long as the database answers. */
  @Override
  public void stop() {
    var thread = writer;
    if (thread == null) {
      return;
    }
    queue.add(END);
    try {
      if (!thread.join(FLUSH_PATIENCE)) {
        stopping = true;
        LockSupport.unpark(thread);
        thread.join(FLUSH_PATIENCE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    writer = null;
  }

  @Override
  public boolean isRunning() {
    return writer != null;
  }

  @Override
  public int getPhase() {
    return Phases.RECORDING;
  }

  private void write() {
    var batch = new ArrayList<Entry>();
    while (true) {
      try {
        batch.add(queue.take());
      } catch (InterruptedException e) {
        return;
      }
      queue.drainTo(batch, most - 1);
      var end = batch.remove(END);
      record(batch);
      batch.clear();
      if (end || stopping) {
        return;
      }
    }
  }

  private void record(List<Entry> batch) {
    var recorded = recordPlainSuccesses(batch);
    for (var entry : batch) {
      var outcome = entry.outcome();
      if (outcome == null) {
        continue;
      }
      if (recorded.contains(outcome.claim().token())) {
        metrics.ended(outcome.claim().request().step(), "succeeded");
      } else {
        recordAlone(outcome);
      }
      entry.whenDone().run();
    }
    poke.poke();
  }

  private Set<UUID> recordPlainSuccesses(List<Entry> batch) {
    var plain = new ArrayList<StepSuccess>();
    for (var entry : batch) {
      if (entry.outcome() instanceof Outcome.Succeeded(var success)) {
        plain.add(success);
      }
    }
    if (plain.isEmpty()) {
      return Set.of();
    }
    try {
      var recorded = untilTheDatabaseAnswers(() -> successes.record(plain));
      checkpoint.at(Place.AFTER_RECORD);
      return recorded == null ? Set.of() : recorded;
    } catch (DataIntegrityViolationException e) {
      log.debug("A result cannot be stored; its neighbours are recorded one by one", e);
      return Set.of();
    } catch (RuntimeException e) {
      log.error("Results could not be recorded together; they are recorded one by one", e);
      return Set.of();
    }
  }

  private void recordAlone(Outcome outcome) {
    try {
      untilTheDatabaseAnswers(() -> settle.settle(outcome));
    } catch (DataIntegrityViolationException e) {
      log.warn("The result of a call cannot be stored: {}", e.getMostSpecificCause().getMessage());
      recordUnstorable(outcome, e);
    } catch (RuntimeException e) {
      log.error("The outcome of a call cannot be recorded", e);
      recordUnstorable(outcome, e);
    }
  }

  /** Nothing that is wrong with one outcome may end the thread that all others wait for. */
  private void recordUnstorable(Outcome outcome, RuntimeException why) {
    try {
      untilTheDatabaseAnswers(() -> settle.settle(SettleOutcome.unstorable(outcome, why)));
    } catch (RuntimeException e) {
      log.error("The failure of {} cannot be recorded either", outcome.claim().key(), e);
    }
  }

  /**
   * Null where the worker had to stop before.
   *
   * @throws DataIntegrityViolationException if the values can never be stored
   */
  private <T> @Nullable T untilTheDatabaseAnswers(Supplier<T> work) {
    while (!stopping) {
      try {
        return work.get();
      } catch (DataIntegrityViolationException e) {
        throw e;
      } catch (DataAccessException | TransactionException e) {
        log.debug("The database does not answer; the outcomes are kept", e);
        LockSupport.parkNanos(this, PAUSE.toNanos());
      }
    }
    return null;
  }
}
