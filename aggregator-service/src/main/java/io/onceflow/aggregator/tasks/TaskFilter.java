package io.onceflow.aggregator.tasks;

import io.onceflow.aggregator.state.IdRange;
import io.onceflow.model.TaskStatus;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.hibernate.query.criteria.HibernateCriteriaBuilder;
import org.jspecify.annotations.Nullable;
import org.springframework.data.jpa.domain.Specification;

/**
 * Which tasks of a tenant are wanted.
 *
 * @param status one of them; empty for any
 * @param step that the task asks for
 * @param from submitted then or later
 * @param to submitted before
 * @param text in the title, or the id
 * @param after only tasks that were submitted before this one
 */
record TaskFilter(
    String tenant,
    List<TaskStatus> status,
    @Nullable String pipeline,
    @Nullable String step,
    @Nullable Instant from,
    @Nullable Instant to,
    @Nullable String text,
    @Nullable UUID after) {

  Specification<ListedTask> specification() {
    return (task, _, criteria) ->
        criteria.and(predicates(task, criteria).toArray(Predicate[]::new));
  }

  // times become bounds on the id, which partitions and the index are sorted by
  private List<Predicate> predicates(Root<ListedTask> task, CriteriaBuilder criteria) {
    var all = new ArrayList<Predicate>();
    all.add(criteria.equal(task.get("tenant"), tenant));
    all.add(criteria.isNotNull(task.get("submittedAt")));
    if (!status.isEmpty()) {
      all.add(task.get("status").in(status));
    }
    if (pipeline != null) {
      all.add(criteria.equal(task.get("pipeline"), pipeline));
    }
    if (step != null && criteria instanceof HibernateCriteriaBuilder hibernate) {
      all.add(hibernate.arrayContains(task.<String[]>get("steps"), step));
    }
    if (from != null) {
      all.add(criteria.greaterThanOrEqualTo(task.<UUID>get("id"), IdRange.lowest(from)));
    }
    if (to != null) {
      all.add(criteria.lessThan(task.<UUID>get("id"), IdRange.lowest(to)));
    }
    if (after != null) {
      all.add(criteria.lessThan(task.<UUID>get("id"), after));
    }
    if (text != null && !text.isBlank()) {
      all.add(matches(task, criteria, text.strip()));
    }
    return all;
  }

  private static Predicate matches(Root<ListedTask> task, CriteriaBuilder criteria, String wanted) {
    try {
      return criteria.equal(task.get("id"), UUID.fromString(wanted));
    } catch (IllegalArgumentException e) {
      var pattern = wanted.toLowerCase(Locale.ROOT).replaceAll("([\\\\%_])", "\\\\$1");
      return criteria.like(criteria.lower(task.<String>get("title")), "%" + pattern + "%", '\\');
    }
  }
}
