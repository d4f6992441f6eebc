package io.onceflow.aggregator.webhook;

import io.onceflow.aggregator.notify.CurrentRevisions;
import io.onceflow.aggregator.notify.NotifyMetrics;
import io.onceflow.aggregator.schedule.Repeating;
import java.time.Clock;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Wires the posting of final answers. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(WebhookProperties.class)
class WebhookConfiguration {

  @Bean
  WebhookDeliveryTable webhookDeliveryTable(JdbcTemplate jdbc) {
    return new WebhookDeliveryTable(jdbc);
  }

  @Bean
  PlanDeliveries planDeliveries(WebhookDeliveryTable table, WebhookProperties properties) {
    return new PlanDeliveries(table, properties.giveUpAfter());
  }

  @Bean
  WebhookSender webhookSender(WebhookProperties properties, Clock clock) {
    return new WebhookSender(
        SystemDefaultDnsResolver.INSTANCE,
        properties.allowPrivateAddresses(),
        properties.timeout(),
        properties.perReceiver(),
        clock);
  }

  @Bean
  DeliverWebhooks deliverWebhooks(
      WebhookDeliveryTable table,
      CurrentRevisions revisions,
      WebhookSender sender,
      WebhookProperties properties,
      NotifyMetrics metrics) {
    return new DeliverWebhooks(table, revisions, sender, properties, metrics);
  }

  @Bean
  Repeating webhookDelivery(DeliverWebhooks delivering, WebhookProperties properties) {
    return new Repeating("webhooks", properties.interval(), delivering::run);
  }
}
