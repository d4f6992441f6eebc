package io.onceflow.benchmarks.relay;

import io.debezium.embedded.Connect;
import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import io.onceflow.devstack.server.PostgresServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * The peer: reads PostgreSQL's log, routes the inserts into the outbox by topic, sends each batch
 * pipelined and waits for its acknowledgements, as Debezium's own sinks do.
 */
final class DebeziumProgram {
  static final String TOPIC_PREFIX = "benchmark.";

  /** Milliseconds that the connector waits for a batch to fill; its default is 500. */
  private static final String POLL_MILLIS = "5";

  static final String SETTING =
      "3.6.1.Final, pgoutput, poll.interval.ms=%s (default 500), sends pipelined by batch; rows are not deleted"
          .formatted(POLL_MILLIS);

  private DebeziumProgram() {}

  /** Relays until it is ended. */
  public static void main(String[] words) throws Exception {
    Map<String, Object> settings = Map.of("bootstrap.servers", words[2], "acks", "all");
    try (var producer =
            new KafkaProducer<byte[], byte[]>(
                settings, new ByteArraySerializer(), new ByteArraySerializer());
        var engine =
            DebeziumEngine.create(Connect.class)
                .using(settings(words[0], words[1], words[3]))
                .notifying((batch, committer) -> send(batch, committer, producer))
                .build()) {
      engine.run();
    }
  }

  private static void send(
      List<ChangeEvent<SourceRecord, SourceRecord>> batch,
      DebeziumEngine.RecordCommitter<ChangeEvent<SourceRecord, SourceRecord>> committer,
      KafkaProducer<byte[], byte[]> producer)
      throws InterruptedException {
    var sends = new ArrayList<Future<RecordMetadata>>(batch.size());
    for (var event : batch) {
      var record = event.value();
      var key = String.valueOf(record.key()).getBytes(StandardCharsets.UTF_8);
      var value = String.valueOf(record.value()).getBytes(StandardCharsets.UTF_8);
      sends.add(producer.send(new ProducerRecord<>(record.topic(), key, value)));
    }
    try {
      for (var send : sends) {
        send.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
    for (var event : batch) {
      committer.markProcessed(event);
    }
    committer.markBatchFinished();
  }

  private static Properties settings(String port, String password, String offsets) {
    var settings = new Properties();
    settings.put("name", "outbox");
    settings.put("connector.class", "io.debezium.connector.postgresql.PostgresConnector");
    settings.put("offset.storage", "org.apache.kafka.connect.storage.FileOffsetBackingStore");
    settings.put("offset.storage.file.filename", offsets);
    settings.put("offset.flush.interval.ms", "1000");
    settings.put("topic.prefix", "onceflow");
    settings.put("database.hostname", "127.0.0.1");
    settings.put("database.port", port);
    settings.put("database.user", PostgresServer.USER);
    settings.put("database.password", password);
    settings.put("database.dbname", "onceflow");
    settings.put("plugin.name", "pgoutput");
    settings.put("snapshot.mode", "no_data");
    settings.put("publication.autocreate.mode", "filtered");
    settings.put("table.include.list", "debezium.outbox");
    settings.put("tombstones.on.delete", "false");
    settings.put("poll.interval.ms", POLL_MILLIS);
    settings.put("transforms", "outbox");
    settings.put("transforms.outbox.type", "io.debezium.transforms.outbox.EventRouter");
    settings.put("transforms.outbox.route.topic.replacement", TOPIC_PREFIX + "${routedByValue}");
    return settings;
  }
}
