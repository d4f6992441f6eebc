package io.onceflow.ingest.upload;

import io.onceflow.ingest.commit.GroupCommit;
import io.onceflow.ingest.commit.GroupCommit.Ticket;
import io.onceflow.ingest.commit.NewTask;
import io.onceflow.ingest.commit.Outcome;
import io.onceflow.ingest.request.InvalidRequestException;
import io.onceflow.payload.PayloadStore;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Gatherers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.TransientDataAccessException;

/**
 * Accepts uploads: each is made a task, committed with its key, document and messages, and
 * answered.
 *
 * <p>{@link Outcome.Accepted} is returned only after the commit. Uploads that come at once share
 * commits, see {@link GroupCommit}.
 */
final class AcceptUpload {
  private static final Logger log = LoggerFactory.getLogger(AcceptUpload.class);

  private static final int STORED_AT_ONCE = 16;

  private final DraftTask drafts;
  private final PayloadStore documents;
  private final GroupCommit<NewTask, Outcome> commits;
  private final Duration patience;
  private final UploadMetrics metrics;

  /**
   * @param patience how long an upload may wait for a writer
   */
  AcceptUpload(
      DraftTask drafts,
      PayloadStore documents,
      GroupCommit<NewTask, Outcome> commits,
      Duration patience,
      UploadMetrics metrics) {
    this.drafts = drafts;
    this.documents = documents;
    this.commits = commits;
    this.patience = patience;
    this.metrics = metrics;
  }

  Outcome accept(Upload upload) {
    return queue(store(draft(upload))).get();
  }

  /** Accepts each upload for itself; the outcomes stand in the uploads' order. */
  List<Outcome> acceptAll(List<Upload> uploads) {
    var drafts = uploads.stream().map(this::draft).toList();
    // all are queued before the first is waited for, so that they share commits
    return storeAll(drafts).stream().map(this::queue).toList().stream().map(Supplier::get).toList();
  }

  private Draft draft(Upload upload) {
    try {
      return new Draft(drafts.draft(upload), null);
    } catch (InvalidRequestException e) {
      return new Draft(null, new Outcome.Invalid(e.problems()));
    }
  }

  /** A store that is not in the database is far away: several documents go to it at a time. */
  private List<Draft> storeAll(List<Draft> all) {
    return documents.inDatabase()
        ? all
        : all.stream().gather(Gatherers.mapConcurrent(STORED_AT_ONCE, this::store)).toList();
  }

  /**
   * A document that the commit cannot include is stored before it; should that fail, it is unused.
   */
  private Draft store(Draft draft) {
    var task = draft.task();
    if (task == null || documents.inDatabase()) {
      return draft;
    }
    try {
      var document = task.document();
      documents.put(task.accepted().tenant(), document.content(), document.mediaType());
      return draft;
    } catch (DataAccessException e) {
      log.warn("An upload was refused, because its document cannot be stored: {}", e.toString());
      return new Draft(null, new Outcome.Unavailable());
    }
  }

  /** Queues the upload's task; the supplier waits for its outcome. */
  private Supplier<Outcome> queue(Draft draft) {
    var task = draft.task();
    if (task == null) {
      var refused = Objects.requireNonNull(draft.refused());
      return () -> counted(refused);
    }
    var ticket = commits.offer(task);
    return () -> counted(outcome(ticket));
  }

  private Outcome outcome(Optional<Ticket<NewTask, Outcome>> ticket) {
    try {
      return ticket.isEmpty()
          ? new Outcome.Overloaded()
          : ticket.get().await(patience).orElseGet(Outcome.Overloaded::new);
    } catch (TransientDataAccessException e) {
      log.debug("The database was too busy", e);
      return new Outcome.Overloaded();
    } catch (RuntimeException e) {
      // an outcome like others, so that it does not hide those of a batch's other items
      log.error("A task could not be written", e);
      return new Outcome.Failed();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome.Unavailable();
    }
  }

  private Outcome counted(Outcome outcome) {
    metrics.count(outcome);
    if (log.isDebugEnabled() && outcome instanceof Outcome.Accepted accepted) {
      try (var _ = MDC.putCloseable("taskId", accepted.task().toString())) {
        log.debug("Accepted");
      }
    }
    return outcome;
  }

  /** A task to be written, or why there is none. */
  private record Draft(@Nullable NewTask task, @Nullable Outcome refused) {}
}
