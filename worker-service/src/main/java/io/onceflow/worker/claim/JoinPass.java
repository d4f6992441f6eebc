package io.onceflow.worker.claim;

import io.onceflow.model.StepError;
import io.onceflow.model.Usage;
import io.onceflow.outbox.OutboxRow;
import io.onceflow.worker.execution.Answers;
import io.onceflow.worker.execution.AskedWork;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.ExecKey;
import io.onceflow.worker.execution.ExecutionStatus;
import io.onceflow.worker.execution.StepExecution;
import io.onceflow.worker.execution.Waiter;
import io.onceflow.worker.execution.end.EndAttempt;
import io.onceflow.worker.execution.end.ExecutionMetrics;
import io.onceflow.worker.execution.ledger.ModelCallLedger;
import io.onceflow.worker.execution.table.ClaimStatement;
import io.onceflow.worker.execution.table.StepExecutionTable;
import io.onceflow.worker.execution.table.WaiterTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One pass over a batch of requests, whose rows are locked: what becomes of each. A row changes at
 * most once in a pass; further requests for it are looked at again in the next one.
 */
final class JoinPass {
  private static final StepError UNRECORDED = new StepError("failed", "the step failed", false);

  private final StepExecutionTable table;
  private final ClaimStatement claims;
  private final WaiterTable waiters;
  private final ModelCallLedger ledger;
  private final EndAttempt end;
  private final StillWanted wanted;
  private final ExecutionMetrics metrics;
  private final Map<ExecKey, StepExecution> rows;
  private final Set<ExecKey> changed = new HashSet<>();
  private final Map<ExecKey, Taken> absent = new HashMap<>();
  private final Map<UUID, Claim> claimed = new HashMap<>();
  private final List<Taken> again = new ArrayList<>();
  private final List<Waiter> joining = new ArrayList<>();
  private final List<OutboxRow> answers = new ArrayList<>();

  JoinPass(
      Map<ExecKey, StepExecution> rows,
      StepExecutionTable table,
      ClaimStatement claims,
      WaiterTable waiters,
      ModelCallLedger ledger,
      EndAttempt end,
      StillWanted wanted,
      ExecutionMetrics metrics) {
    this.rows = rows;
    this.table = table;
    this.claims = claims;
    this.waiters = waiters;
    this.ledger = ledger;
    this.end = end;
    this.wanted = wanted;
    this.metrics = metrics;
  }

  /** Decides about all. */
  void decide(List<Taken> requests) {
    for (var taken : requests) {
      var key = taken.claim().key();
      if (changed.contains(key)) {
        again.add(taken);
      } else {
        decide(taken, rows.get(key));
      }
    }
    claimAbsent();
    addWaiters();
  }

  /** What is to be run, by its tokens. */
  Map<UUID, Claim> claimed() {
    return claimed;
  }

  /** What is to be looked at once more, after this transaction. */
  List<Taken> again() {
    return again;
  }

  /** What tasks are to be told, in this transaction. */
  List<OutboxRow> answers() {
    return answers;
  }

  private void decide(Taken taken, @Nullable StepExecution row) {
    if (row == null) {
      begin(taken);
      return;
    }
    var claim = taken.claim();
    var own = row.taskId().equals(claim.request().taskId());
    switch (row.status()) {
      case SUCCEEDED -> answer(claim, row, own);
      case RUNNING -> {
        if (row.isHeldUnder(claim.token())) {
          claimed.put(claim.token(), claim); // claimed before; the commit's answer was lost
        } else if (!own) {
          await(claim);
        }
      }
      case RETRY_WAIT -> {
        if (!own) {
          await(claim);
        } else if (!wanted.is(claim)) {
          drop(claim, row);
        } else if (row.retryAsked() && claim.attempt() == row.attempt() + 1) {
          reclaim(taken, claim.attempt(), row.maxAttempt(), row.usage(), row.maybePaid());
        }
      }
      case QUEUED -> {
        if (!own) {
          await(claim);
        } else if (!wanted.is(claim)) {
          drop(claim, row);
        }
      }
      case FAILED -> reopenOrAnswer(taken, row, true);
      // an operator asks again for the task that was held; others do not decide that
      case HELD -> reopenOrAnswer(taken, row, own);
    }
  }

  private void begin(Taken taken) {
    if (!wanted.is(taken.claim())) {
      answers.add(wanted.refusal(taken.claim()));
    } else if (absent.putIfAbsent(taken.claim().key(), taken) != null) {
      again.add(taken);
    }
  }

  private void answer(Claim claim, StepExecution row, boolean own) {
    answers.add(Answers.recorded(row, claim.asker()));
    if (!own) {
      metrics.reused(row.step(), "record", 1);
    }
  }

  private void await(Claim claim) {
    if (wanted.is(claim)) {
      joining.add(claim.asker());
      return;
    }
    if (waiters.take(claim.key(), claim.request().taskId().value())) {
      table.countWaitingLocked(claim.key(), -1);
    }
    answers.add(wanted.refusal(claim));
  }

  private void drop(Claim claim, StepExecution row) {
    changed.add(row.key());
    end.notCalled(row, wanted.refusal(claim, row.now()));
  }

  /** A request that was made after the end begins anew; an older one has had its answer. */
  private void reopenOrAnswer(Taken taken, StepExecution row, boolean mayReopen) {
    var claim = taken.claim();
    var request = claim.request();
    var finishedAt = Objects.requireNonNullElse(row.finishedAt(), Instant.MIN);
    if (!mayReopen || !request.publishedAt().isAfter(finishedAt)) {
      var error = Objects.requireNonNullElse(row.error(), UNRECORDED);
      answers.add(Answers.failed(row, claim.asker(), error));
    } else if (!wanted.is(claim)) {
      answers.add(wanted.refusal(claim, row.now()));
    } else {
      // attempts only rise, so that readers know the latest failure
      var attempt = Math.max(row.attempt() + 1, request.attempt());
      var more = Math.max(0, request.maxAttempts() - request.attempt());
      reclaim(taken, attempt, attempt + more, Usage.NONE, row.maybePaid());
    }
  }

  private void reclaim(Taken taken, int attempt, int maxAttempt, Usage used, boolean maybePaid) {
    var claim = taken.claim().withAttempt(attempt, used, maybePaid);
    changed.add(claim.key());
    table.reclaimLocked(new AskedWork(claim, taken.status()), maxAttempt);
    if (taken.status() == ExecutionStatus.RUNNING) {
      ledger.enter(claim);
      claimed.put(claim.token(), claim);
    }
  }

  private void claimAbsent() {
    var inserted = claims.claim(absent.values().stream().map(Taken::asked).toList());
    absent.forEach(
        (key, taken) -> {
          if (!inserted.contains(key)) {
            again.add(taken);
          } else if (taken.hasSlot()) {
            claimed.put(taken.claim().token(), taken.claim());
          }
        });
  }

  private void addWaiters() {
    var added = new HashMap<ExecKey, Integer>();
    for (var one : waiters.add(distinct(joining))) {
      added.merge(one.key(), 1, Integer::sum);
    }
    added.forEach(table::countWaitingLocked);
  }

  /** A record that was published twice may be here twice. */
  private static List<Waiter> distinct(List<Waiter> joining) {
    var seen = new HashSet<Map.Entry<ExecKey, UUID>>();
    return joining.stream()
        .filter(w -> seen.add(Map.entry(w.key(), w.request().taskId().value())))
        .toList();
  }
}
