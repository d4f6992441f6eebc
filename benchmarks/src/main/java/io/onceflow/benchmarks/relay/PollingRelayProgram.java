package io.onceflow.benchmarks.relay;

import io.onceflow.devstack.server.PostgresServer;
import io.onceflow.outbox.MessagesColumn;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The baseline: each second a page in the order of the ids, one send after the other, each waited
 * for, then one delete of the page. Kinder than many, it goes on at once after a full page.
 */
final class PollingRelayProgram {
  private static final int PAGE = 1000;
  private static final long PAUSE_MILLIS = 1000;

  private PollingRelayProgram() {}

  /** Relays until it is ended. */
  public static void main(String[] words) throws Exception {
    Map<String, Object> settings = Map.of("bootstrap.servers", words[2], "acks", "all");
    try (var connection = DriverManager.getConnection(words[0], PostgresServer.USER, words[1]);
        var producer =
            new KafkaProducer<byte[], byte[]>(
                settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      connection.setAutoCommit(false);
      while (!Thread.currentThread().isInterrupted()) {
        if (relayPage(connection, producer, words[3]) < PAGE) {
          Thread.sleep(PAUSE_MILLIS);
        }
      }
    }
  }

  private static int relayPage(
      Connection connection, KafkaProducer<byte[], byte[]> producer, String schema)
      throws SQLException, ExecutionException, InterruptedException {
    var select =
        "select id, key, messages from %s.outbox order by id limit %d for update skip locked"
            .formatted(schema, PAGE);
    var sent = new ArrayList<Long>();
    try (var statement = connection.prepareStatement(select);
        var rows = statement.executeQuery()) {
      while (rows.next()) {
        var key = String.valueOf(rows.getString("key")).getBytes(StandardCharsets.UTF_8);
        for (var message : MessagesColumn.read(String.valueOf(rows.getString("messages")))) {
          var value = message.head().getBytes(StandardCharsets.UTF_8);
          producer.send(new ProducerRecord<>(message.topic(), key, value)).get();
        }
        sent.add(rows.getLong("id"));
      }
    }
    try (var delete =
        connection.prepareStatement("delete from %s.outbox where id = any(?)".formatted(schema))) {
      delete.setArray(1, connection.createArrayOf("int8", sent.toArray()));
      delete.executeUpdate();
    }
    connection.commit();
    return sent.size();
  }
}
