package io.onceflow.aggregator;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Merges step results, finalises each task once and tells the user. */
@SpringBootApplication
@EnableScheduling
public class AggregatorService {

  public static void main(String[] args) {
    SpringApplication.run(AggregatorService.class, args);
  }
}
