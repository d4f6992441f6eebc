package io.onceflow.worker;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The worker's process. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class WorkerService {
  public static void main(String[] args) {
    SpringApplication.run(WorkerService.class, args);
  }
}
