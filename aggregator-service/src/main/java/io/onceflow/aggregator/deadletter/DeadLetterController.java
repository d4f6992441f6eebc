package io.onceflow.aggregator.deadletter;

import io.onceflow.aggregator.snapshot.StepSnapshot;
import io.onceflow.http.access.Caller;
import io.onceflow.http.access.Role;
import io.onceflow.http.problem.ProblemException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Sort;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Dead letters over HTTP: users see those of their tenant, operators all. */
@RestController
@RequestMapping("/api/v1/dead-letters")
class DeadLetterController {
  private static final int MOST_LISTED = 200;
  private static final int MOST_REDRIVEN = 10_000;
  private static final int DEFAULT_RATE = 600;
  private static final int HIGHEST_RATE = 60_000;

  private final KeptDeadLetters letters;
  private final RedriveDeadLetters redriving;

  DeadLetterController(KeptDeadLetters letters, RedriveDeadLetters redriving) {
    this.letters = letters;
    this.redriving = redriving;
  }

  @GetMapping
  DeadLetterList list(
      @AuthenticationPrincipal Caller caller,
      @RequestParam(required = false) @Nullable String step,
      @RequestParam(required = false) @Nullable String error,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      @RequestParam(required = false) @Nullable UUID cursor,
      @RequestParam(defaultValue = "50") int limit) {
    if (limit < 1 || limit > MOST_LISTED) {
      throw ProblemException.invalidField("limit", "must be between 1 and " + MOST_LISTED);
    }
    if (from != null && to != null && !from.isBefore(to)) {
      throw ProblemException.invalidField("from", "must be before 'to'");
    }
    var found =
        find(
            new DeadLetterFilter(tenantOf(caller), step, error, from, to, cursor, List.of(), false),
            limit + 1);
    var page = found.subList(0, Math.min(limit, found.size()));
    return new DeadLetterList(
        page.stream().map(KeptDeadLetter::briefly).toList(),
        found.size() > limit ? page.getLast().id() : null);
  }

  @GetMapping("/{id}")
  DeadLetterSnapshot read(@AuthenticationPrincipal Caller caller, @PathVariable UUID id) {
    var tenant = tenantOf(caller);
    return letters
        .findById(id)
        .map(KeptDeadLetter::whole)
        .filter(letter -> tenant == null || Objects.equals(letter.tenant(), tenant))
        .orElseThrow(() -> ProblemException.notFound("There is no dead letter " + id + "."));
  }

  @PostMapping("/redrive")
  RedriveAnswer redrive(
      @AuthenticationPrincipal Caller caller, @RequestBody RedriveRequest request) {
    caller.require(Role.OPERATOR);
    var rate = request.rate() == null ? DEFAULT_RATE : request.rate();
    if (rate < 1 || rate > HIGHEST_RATE) {
      throw ProblemException.invalidField("rate", "must be between 1 and " + HIGHEST_RATE);
    }
    if (request.chosen().isEmpty() && request.filter() == null) {
      throw ProblemException.invalidField("ids", "name dead letters, or send a 'filter'");
    }
    var ids = find(request.wanted(), MOST_REDRIVEN).stream().map(KeptDeadLetter::id).toList();
    var preview = redriving.preview(ids);
    var planned = request.isDryRun() ? 0 : redriving.plan(ids, caller.user(), rate);
    return new RedriveAnswer(
        request.isDryRun(),
        preview.matched(),
        planned,
        preview.reusable(),
        StepSnapshot.dollars(preview.estimatedCostMicroUsd()),
        rate);
  }

  private List<KeptDeadLetter> find(DeadLetterFilter filter, int most) {
    return letters.findBy(
        filter.specification(),
        query -> query.sortBy(Sort.by("id").descending()).limit(most).all());
  }

  private static @Nullable String tenantOf(Caller caller) {
    return caller.has(Role.OPERATOR) ? null : caller.tenant();
  }

  /**
   * A page of dead letters, newest first.
   *
   * @param nextCursor of the page that follows; absent on the last
   */
  record DeadLetterList(List<DeadLetterSnapshot> items, @Nullable UUID nextCursor) {}

  /**
   * What to ask again.
   *
   * @param ids these, or those that the filter finds; at most 10,000 at a time
   * @param dryRun tells what would be done and does nothing; false by default
   * @param rate how many a minute, 600 by default
   */
  record RedriveRequest(
      @Nullable List<UUID> ids,
      @Nullable Filter filter,
      @Nullable Boolean dryRun,
      @Nullable Integer rate) {

    boolean isDryRun() {
      return Boolean.TRUE.equals(dryRun);
    }

    List<UUID> chosen() {
      return ids == null ? List.of() : ids;
    }

    DeadLetterFilter wanted() {
      var by = filter == null ? new Filter(null, null, null, null) : filter;
      return new DeadLetterFilter(
          null, by.step(), by.error(), by.from(), by.to(), null, chosen(), true);
    }
  }

  /** Which dead letters. */
  record Filter(
      @Nullable String step,
      @Nullable String error,
      @Nullable Instant from,
      @Nullable Instant to) {}

  /**
   * What is done.
   *
   * @param matched dead letters that nobody has asked again yet
   * @param planned of them now
   * @param reusable have a result since and make no call
   * @param estimatedCostUsd of the others
   * @param rate how many a minute
   */
  record RedriveAnswer(
      boolean dryRun, int matched, int planned, long reusable, String estimatedCostUsd, int rate) {}
}
