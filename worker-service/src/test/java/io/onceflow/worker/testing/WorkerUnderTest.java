package io.onceflow.worker.testing;

import io.onceflow.worker.WorkerService;
import io.onceflow.worker.engine.StepEngine;
import io.onceflow.worker.execution.Checkpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The worker with the fake engine, as a process of its own. The property {@code test.halt-at} names
 * a checkpoint at which the process ends as by SIGKILL, once: a file marks that it has happened.
 */
@Configuration(proxyBeanMethods = false)
public class WorkerUnderTest {
  public static void main(String[] args) {
    new SpringApplication(WorkerService.class, WorkerUnderTest.class).run(args);
  }

  @Bean
  StepEngine fakeEngine(@Value("${test.provider}") String provider) {
    return new FakeEngine(provider);
  }

  @Bean
  Checkpoint checkpoint(
      @Value("${test.halt-at:}") String place, @Value("${test.halt-mark:}") String mark) {
    return reached -> {
      if (reached.name().equals(place) && Files.notExists(Path.of(mark))) {
        try {
          Files.createFile(Path.of(mark));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().halt(137);
      }
    };
  }
}
