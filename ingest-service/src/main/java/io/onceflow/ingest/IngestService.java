package io.onceflow.ingest;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The service that accepts uploads. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class IngestService {
  public static void main(String[] args) {
    SpringApplication.run(IngestService.class, args);
  }
}
