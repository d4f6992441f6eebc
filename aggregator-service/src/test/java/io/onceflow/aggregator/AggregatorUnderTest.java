package io.onceflow.aggregator;

import io.onceflow.aggregator.state.TaskView;
import io.onceflow.aggregator.store.FinalAnswers;
import io.onceflow.aggregator.store.TaskChanges;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/**
 * An aggregator as a process of its own, which ends as by SIGKILL when it merges a final answer:
 * the property {@code test.halt-at} says whether before or after the commit. It leaves the ids of
 * the tasks in a file. Not a configuration by annotation, so that no other test finds it.
 */
final class AggregatorUnderTest {
  static final String BEFORE_COMMIT = "before-commit";
  static final String AFTER_COMMIT = "after-commit";

  static void main(String[] args) {
    new SpringApplication(AggregatorService.class, AggregatorUnderTest.class).run(args);
  }

  // the last thing in the transaction
  @Bean
  FinalAnswers haltBeforeCommit(
      @Value("${test.halt-at}") String place, @Value("${test.halt-mark}") Path mark) {
    return answers -> {
      if (place.equals(BEFORE_COMMIT)) {
        halt(answers, mark);
      }
    };
  }

  // the first thing after it, long before the offsets are committed
  @Bean
  @Primary
  TaskChanges haltAfterCommit(
      @Value("${test.halt-at}") String place, @Value("${test.halt-mark}") Path mark) {
    return tasks -> {
      var answers = tasks.stream().filter(it -> it.task().status().isFinal()).toList();
      if (place.equals(AFTER_COMMIT) && !answers.isEmpty()) {
        halt(answers, mark);
      }
    };
  }

  private static void halt(List<TaskView> answers, Path mark) {
    try {
      Files.write(mark, answers.stream().map(it -> it.task().id().toString()).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Runtime.getRuntime().halt(137);
  }
}
