package io.onceflow.model;

import io.onceflow.model.pipeline.Pipelines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A topic as the suite creates it.
 *
 * @param partitions in production; fewer suit a single machine
 * @param retention how long records are kept
 */
public record TopicPlan(String name, int partitions, Duration retention) {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration WEEK = Duration.ofDays(7);
  private static final int FAST = 12;
  private static final int FEW = 4;

  /** All topics that the given pipelines need. */
  public static List<TopicPlan> of(Pipelines pipelines) {
    var plan = new ArrayList<TopicPlan>();
    plan.add(new TopicPlan(Topics.ACCEPTED, FAST, DAY));
    plan.add(new TopicPlan(Topics.RESULT, FAST, DAY));
    plan.add(new TopicPlan(Topics.FINISHED, FAST, DAY));
    // every worker reads all of it, so more partitions would only cost
    plan.add(new TopicPlan(Topics.CONTROL, 1, DAY));
    plan.add(new TopicPlan(Topics.DEAD_LETTERS, FEW, WEEK));
    for (var step : pipelines.steps()) {
      for (var topic : Topics.ofStep(step.name())) {
        plan.add(new TopicPlan(topic, step.partitions(), DAY));
      }
    }
    return List.copyOf(plan);
  }

  /**
   * The same topic with at most the given number of partitions.
   *
   * @param most 0 for no limit
   */
  public TopicPlan withAtMost(int most) {
    return most == 0 || partitions <= most ? this : new TopicPlan(name, most, retention);
  }
}
