package io.onceflow.model;

import java.util.List;
import java.util.stream.Stream;

/** The names of the Kafka topics. */
public final class Topics {
  public static final String ACCEPTED = "ai.task.accepted";
  public static final String RESULT = "ai.task.result";
  public static final String FINISHED = "ai.task.finished";
  public static final String CONTROL = "ai.task.control";
  public static final String DEAD_LETTERS = "ai.task.dlq";

  private static final String STEP_PREFIX = "ai.task.";

  private Topics() {}

  /** The topic that carries the requests of a step in a lane. */
  public static String ofStep(StepName step, Lane lane) {
    return STEP_PREFIX + step + lane.topicSuffix();
  }

  /** The topics of a step in all lanes, the most urgent first. */
  public static List<String> ofStep(StepName step) {
    return Stream.of(Lane.values()).map(lane -> ofStep(step, lane)).toList();
  }
}
