package io.onceflow.worker.claim;

import static java.util.stream.Collectors.toSet;

import io.onceflow.outbox.OutboxPoke;
import io.onceflow.worker.execution.Checkpoint;
import io.onceflow.worker.execution.Checkpoint.Place;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.ExecKey;
import io.onceflow.worker.execution.table.ClaimStatement;
import io.onceflow.worker.lock.LockKeeper;
import io.onceflow.worker.lock.StepLock;
import io.onceflow.worker.queue.QueuedSteps;
import io.onceflow.worker.run.RunStep;
import io.onceflow.worker.slot.Slots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Claims a batch of requests. What nobody began before, which is nearly all, is one round trip to
 * Redis, one statement and one commit for the batch; each claim is run only after its commit. What
 * somebody began before is decided under its row's lock, in a second transaction.
 */
final class ClaimSteps {
  private static final Logger log = LoggerFactory.getLogger(ClaimSteps.class);
  private static final int MOST_PASSES = 20;

  private final StepLock lock;
  private final LockKeeper keeper;
  private final ClaimStatement claims;
  private final StillWanted wanted;
  private final JoinExecutions join;
  private final TransactionOperations transactions;
  private final RunStep run;
  private final Slots slots;
  private final QueuedSteps queued;
  private final OutboxPoke poke;
  private final Checkpoint checkpoint;

  ClaimSteps(
      StepLock lock,
      LockKeeper keeper,
      ClaimStatement claims,
      StillWanted wanted,
      JoinExecutions join,
      TransactionOperations transactions,
      RunStep run,
      Slots slots,
      QueuedSteps queued,
      OutboxPoke poke,
      Checkpoint checkpoint) {
    this.lock = lock;
    this.keeper = keeper;
    this.claims = claims;
    this.wanted = wanted;
    this.join = join;
    this.transactions = transactions;
    this.run = run;
    this.slots = slots;
    this.queued = queued;
    this.poke = poke;
    this.checkpoint = checkpoint;
  }

  /**
   * Claims and starts. The slots of what is not started are given back.
   *
   * @return what could not be decided because the database does not answer; to be tried again
   */
  List<Taken> claim(List<Taken> batch) {
    checkpoint.at(Place.BEFORE_CLAIM);
    var firsts = new LinkedHashMap<ExecKey, Taken>();
    var others = new ArrayList<Taken>();
    sort(batch, firsts, others);
    Set<ExecKey> claimed;
    try {
      claimed = claims.claim(firsts.values().stream().map(Taken::asked).toList());
    } catch (DataAccessException e) {
      return giveBack(batch, e);
    }
    firsts.forEach(
        (key, taken) -> {
          if (!claimed.contains(key)) {
            others.add(taken);
          } else if (taken.hasSlot()) {
            start(taken, taken.claim());
          } else {
            keeper.releaseSoon(taken.claim());
          }
        });
    var left = others.isEmpty() ? List.<Taken>of() : join(others);
    if (!batch.stream().allMatch(Taken::hasSlot)) {
      queued.added();
    }
    return left;
  }

  /** First attempts that nobody has locked are simply inserted; one of a key in each batch. */
  private void sort(List<Taken> batch, Map<ExecKey, Taken> firsts, List<Taken> others) {
    var locked = lock.acquire(batch.stream().map(Taken::claim).filter(this::isNew).toList());
    for (var taken : batch) {
      var key = taken.claim().key();
      var insertable = isNew(taken.claim()) && locked.contains(key);
      if (!insertable || firsts.putIfAbsent(key, taken) != null) {
        others.add(taken);
      }
    }
  }

  private boolean isNew(Claim claim) {
    return claim.attempt() == 1 && wanted.is(claim);
  }

  private List<Taken> join(List<Taken> requests) {
    var left = requests;
    for (var pass = 0; pass < MOST_PASSES && !left.isEmpty(); pass++) {
      var current = left;
      JoinExecutions.Joined joined;
      try {
        joined = Objects.requireNonNull(transactions.execute(_ -> join.join(current)));
      } catch (DataAccessException | TransactionException e) {
        return giveBack(current, e);
      }
      var again = tokens(joined.again());
      for (var taken : current) {
        var token = taken.claim().token();
        if (!again.contains(token)) {
          settle(taken, joined.claimed().get(token));
        }
      }
      left = joined.again();
    }
    poke.poke();
    left.forEach(this::releaseSlot);
    return left;
  }

  private static Set<UUID> tokens(List<Taken> requests) {
    return requests.stream().map(taken -> taken.claim().token()).collect(toSet());
  }

  private void settle(Taken taken, @Nullable Claim claim) {
    if (claim != null) {
      start(taken, claim);
    } else {
      keeper.releaseSoon(taken.claim());
      releaseSlot(taken);
    }
  }

  private void start(Taken taken, Claim claim) {
    run.start(
        claim,
        () -> {
          keeper.releaseSoon(claim);
          releaseSlot(taken);
        });
  }

  private List<Taken> giveBack(List<Taken> batch, RuntimeException cause) {
    log.debug("{} requests cannot be claimed now", batch.size(), cause);
    batch.forEach(this::releaseSlot);
    return batch;
  }

  private void releaseSlot(Taken taken) {
    if (taken.hasSlot()) {
      slots.release(taken.claim().request().step(), taken.claim().request().tenant());
    }
  }
}
