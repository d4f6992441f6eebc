package io.onceflow.devstack.test;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** The servers keep what they were given through the faults that tests inject. */
final class TestServersIntegrationTests {
  private final TestServers servers = TestServers.shared();

  @Test
  void aFreshDatabaseIsEmptyAndItsRowsSurviveARestartAndACrash() throws SQLException {
    var url = servers.freshDatabase();
    execute(url, "CREATE TABLE kept (id int)", "INSERT INTO kept VALUES (1)");

    servers.faults().restartPostgres();
    execute(url, "INSERT INTO kept VALUES (2)");
    servers.faults().killPostgres();
    servers.faults().startPostgres();

    assertThat(count(url)).isEqualTo(2);
    assertThat(servers.freshDatabase()).isNotEqualTo(url);
  }

  @Test
  void kafkaKeepsItsRecordsAndItsAddressOverARestart() throws Exception {
    var bootstrap = servers.kafkaBootstrapServers();
    try (var admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      admin.createTopics(List.of(new NewTopic("kept", 1, (short) 1))).all().get(30, SECONDS);
    }
    try (var producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap),
            new StringSerializer(),
            new StringSerializer())) {
      producer.send(new ProducerRecord<>("kept", "key", "value")).get(30, SECONDS);
    }

    servers.faults().restartKafka();

    assertThat(servers.kafkaBootstrapServers()).isEqualTo(bootstrap);
    assertThat(firstValue(bootstrap)).isEqualTo("value");
  }

  @Test
  void aFlushedRedisAnswers() {
    var url = servers.redisUrl();

    servers.faults().flushRedis();
    servers.faults().restartRedis();

    assertThat(servers.redisUrl()).isEqualTo(url);
    servers.faults().flushRedis();
  }

  @Test
  void aPausedRedisAnswersAgainAfterwards() {
    servers.redisUrl();

    servers.faults().pauseRedis();
    servers.faults().resumeRedis();

    servers.faults().flushRedis();
  }

  @Test
  void springGetsAllAddresses() {
    assertThat(servers.springProperties())
        .containsKeys("spring.datasource.url", "spring.datasource.password")
        .containsEntry("spring.kafka.bootstrap-servers", servers.kafkaBootstrapServers())
        .containsEntry("spring.data.redis.url", servers.redisUrl());
  }

  private static String firstValue(String bootstrap) {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", bootstrap, "group.id", "kept", "auto.offset.reset", "earliest");
    try (var consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      consumer.subscribe(List.of("kept"));
      var records = consumer.poll(Duration.ofSeconds(1));
      for (var tries = 0; records.isEmpty() && tries < 30; tries++) {
        records = consumer.poll(Duration.ofSeconds(1));
      }
      return records.iterator().next().value();
    }
  }

  private void execute(String url, String... statements) throws SQLException {
    try (var connection =
            DriverManager.getConnection(url, servers.databaseUser(), servers.databasePassword());
        var sql = connection.createStatement()) {
      for (var statement : statements) {
        sql.execute(statement);
      }
    }
  }

  private int count(String url) throws SQLException {
    try (var connection =
            DriverManager.getConnection(url, servers.databaseUser(), servers.databasePassword());
        var sql = connection.createStatement();
        var rows = sql.executeQuery("SELECT count(*) FROM kept")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
