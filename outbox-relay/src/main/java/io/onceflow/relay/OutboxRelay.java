package io.onceflow.relay;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;

/** The process that drains the outboxes. Any number of instances share the work. */
@SpringBootApplication(exclude = DataSourceAutoConfiguration.class)
@ConfigurationPropertiesScan
public class OutboxRelay {

  /** Starts the relay. */
  public static void main(String[] args) {
    SpringApplication.run(OutboxRelay.class, args);
  }
}
