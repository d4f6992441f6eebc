package io.onceflow.aggregator.merge;

import io.onceflow.aggregator.merge.MergeResults.Arrival;
import io.onceflow.aggregator.retention.Partitions;
import io.onceflow.aggregator.state.AcceptedTask;
import io.onceflow.model.DeadLetter;
import io.onceflow.model.Headers;
import io.onceflow.model.Message;
import io.onceflow.model.MessageJson;
import io.onceflow.model.StepFinished;
import io.onceflow.model.StepProgress;
import io.onceflow.model.StepRequested;
import io.onceflow.model.TaskAccepted;
import io.onceflow.model.TaskCancelled;
import io.onceflow.model.TaskFinished;
import io.onceflow.model.UnreadableMessageException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.kafka.listener.BatchMessageListener;

/**
 * Reads accepted tasks and step results. Offsets are committed after the transaction; a record that
 * can never be merged is set aside and blocks nothing.
 */
final class ResultListener implements BatchMessageListener<byte[], byte[]> {
  private final MergeResults merging;
  private final Partitions partitions;
  private final UnreadableRecords unreadable;

  ResultListener(MergeResults merging, Partitions partitions, UnreadableRecords unreadable) {
    this.merging = merging;
    this.partitions = partitions;
    this.unreadable = unreadable;
  }

  @Override
  public void onMessage(List<ConsumerRecord<byte[], byte[]>> records) {
    var read = new ArrayList<Read>(records.size());
    for (var record : records) {
      var arrival = read(record);
      if (arrival != null) {
        read.add(new Read(record, arrival));
      }
    }
    try {
      merging.merge(read.stream().map(Read::arrival).toList());
    } catch (DataIntegrityViolationException e) {
      mergeEach(read);
    }
  }

  // something in the batch is what the database refuses for good: find it, and merge the rest
  private void mergeEach(List<Read> batch) {
    for (var read : batch) {
      try {
        merging.merge(List.of(read.arrival()));
      } catch (DataIntegrityViolationException e) {
        unreadable.setAside(read.record(), "unstorable-message", rootMessage(e));
      }
    }
  }

  private @Nullable Arrival read(ConsumerRecord<byte[], byte[]> record) {
    try {
      var type = header(record, Headers.MESSAGE_TYPE);
      var message = MessageJson.read(type, header(record, Headers.SCHEMA_VERSION), valueOf(record));
      var arrival = arrival(message, record);
      if (arrival == null) {
        unreadable.setAside(record, "unexpected-message-type", type + " does not belong here");
      } else if (!partitions.covers(arrival.taskId().value())) {
        unreadable.setAside(
            record, "task-id-out-of-range", "the id " + arrival.taskId() + " is not of these days");
        return null;
      }
      return arrival;
    } catch (UnreadableMessageException e) {
      unreadable.setAside(record, e.code(), String.valueOf(e.getMessage()));
      return null;
    }
  }

  private static @Nullable Arrival arrival(Message message, ConsumerRecord<byte[], byte[]> record) {
    return switch (message) {
      case TaskAccepted it ->
          new Arrival.Accepted(
              it.taskId(),
              it.tenant(),
              AcceptedTask.of(
                  it,
                  new String(record.value(), StandardCharsets.UTF_8),
                  header(record, Headers.TRACEPARENT)));
      case StepFinished it -> new Arrival.Finished(it);
      case StepProgress it -> new Arrival.Progress(it);
      case StepRequested _, TaskCancelled _, TaskFinished _, DeadLetter _ -> null;
    };
  }

  private static byte[] valueOf(ConsumerRecord<byte[], byte[]> record) {
    var value = record.value();
    return value == null ? new byte[0] : value;
  }

  private static @Nullable String header(ConsumerRecord<byte[], byte[]> record, String name) {
    var header = record.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
  }

  private static String rootMessage(DataAccessException e) {
    var cause = e.getMostSpecificCause();
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
  }

  private record Read(ConsumerRecord<byte[], byte[]> record, Arrival arrival) {}
}
