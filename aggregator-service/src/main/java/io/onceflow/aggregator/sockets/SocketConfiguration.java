package io.onceflow.aggregator.sockets;

import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.aggregator.notify.CurrentRevisions;
import io.onceflow.aggregator.notify.NotifyMetrics;
import io.onceflow.aggregator.notify.Watchers;
import io.onceflow.aggregator.schedule.Repeating;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.socket.config.annotation.EnableWebSocket;
import org.springframework.web.socket.config.annotation.WebSocketConfigurer;
import org.springframework.web.socket.server.standard.ServletServerContainerFactoryBean;

/** Wires the WebSocket. */
@Configuration(proxyBeanMethods = false)
@EnableWebSocket
@EnableConfigurationProperties(SocketProperties.class)
class SocketConfiguration {
  static final String PATH = "/ws/v1/tasks";

  @Bean
  SocketHandler socketHandler(
      Watchers watchers,
      CurrentRevisions current,
      SocketProperties properties,
      MeterRegistry meters,
      NotifyMetrics notifications,
      Clock clock) {
    return new SocketHandler(
        watchers,
        new Subscribing(current, properties.maxSubscriptions(), clock),
        properties,
        new SocketMetrics(meters, notifications),
        clock);
  }

  // any origin: a page cannot make a browser send the credentials that this needs
  @Bean
  WebSocketConfigurer socketRegistration(SocketHandler handler) {
    return registry ->
        registry
            .addHandler(handler, PATH)
            .addInterceptors(new Handshake())
            .setAllowedOriginPatterns("*");
  }

  @Bean
  SmallBuffers smallBuffers() {
    return new SmallBuffers();
  }

  @Bean
  ServletServerContainerFactoryBean socketContainer() {
    var container = new ServletServerContainerFactoryBean();
    container.setMaxTextMessageBufferSize(SmallBuffers.MESSAGE);
    container.setMaxBinaryMessageBufferSize(SmallBuffers.MESSAGE);
    return container;
  }

  @Bean
  Repeating socketHeartbeat(SocketHandler handler, SocketProperties properties) {
    return new Repeating("socket-heartbeat", properties.heartbeat(), handler::heartbeat);
  }

  @Bean
  TicketTable ticketTable(JdbcTemplate jdbc) {
    return new TicketTable(jdbc);
  }

  @Bean
  TicketCallers ticketCallers(TicketTable tickets) {
    return new TicketCallers(tickets);
  }
}
