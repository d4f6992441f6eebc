package io.onceflow.aggregator.deadletter;

import io.onceflow.aggregator.state.IdRange;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.data.jpa.domain.Specification;

/**
 * Which dead letters are wanted.
 *
 * @param tenant absent for all, which operators see
 * @param code of the error
 * @param from kept then or later
 * @param to kept before
 * @param after only those that were kept before this one
 * @param ids only these; empty for any
 * @param open only those that are work and nobody has asked again
 */
record DeadLetterFilter(
    @Nullable String tenant,
    @Nullable String step,
    @Nullable String code,
    @Nullable Instant from,
    @Nullable Instant to,
    @Nullable UUID after,
    List<UUID> ids,
    boolean open) {

  Specification<KeptDeadLetter> specification() {
    return (letter, _, criteria) ->
        criteria.and(predicates(letter, criteria).toArray(Predicate[]::new));
  }

  private List<Predicate> predicates(Root<KeptDeadLetter> letter, CriteriaBuilder criteria) {
    var all = new ArrayList<Predicate>();
    if (tenant != null) {
      all.add(criteria.equal(letter.get("tenant"), tenant));
    }
    if (step != null) {
      all.add(criteria.equal(letter.get("step"), step));
    }
    if (code != null) {
      all.add(criteria.equal(letter.get("code"), code));
    }
    if (from != null) {
      all.add(criteria.greaterThanOrEqualTo(letter.<UUID>get("id"), IdRange.lowest(from)));
    }
    if (to != null) {
      all.add(criteria.lessThan(letter.<UUID>get("id"), IdRange.lowest(to)));
    }
    if (after != null) {
      all.add(criteria.lessThan(letter.<UUID>get("id"), after));
    }
    if (!ids.isEmpty()) {
      all.add(letter.get("id").in(ids));
    }
    if (open) {
      all.add(criteria.isNull(letter.get("redriveDue")));
      all.add(criteria.isNotNull(letter.get("taskId")));
    }
    return all;
  }
}
