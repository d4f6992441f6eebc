package io.onceflow.worker.cancel;

import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.ConsumerFactory;

@Configuration(proxyBeanMethods = false)
class CancelConfiguration {
  @Bean
  CancelledTasks cancelledTasks(ConsumerFactory<byte[], byte[]> consumers) {
    var own = new Properties();
    own.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    return new CancelledTasks(() -> consumers.createConsumer(null, "control", null, own));
  }
}
