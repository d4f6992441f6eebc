package io.onceflow.worker.cancel;

import io.onceflow.model.Headers;
import io.onceflow.model.MessageJson;
import io.onceflow.model.TaskCancelled;
import io.onceflow.model.TaskId;
import io.onceflow.model.Topics;
import io.onceflow.model.UnreadableMessageException;
import io.onceflow.worker.suite.Phases;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The tasks that were called off, as far as this process has read the control topic. Every process
 * reads all of it, from the beginning of its retention, so that a restart forgets nothing.
 */
public final class CancelledTasks implements SmartLifecycle {
  private static final Logger log = LoggerFactory.getLogger(CancelledTasks.class);
  private static final int MOST_REMEMBERED = 200_000;
  private static final Duration START_PATIENCE = Duration.ofSeconds(5);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final CountDownLatch caughtUp = new CountDownLatch(1);
  private final Map<TaskId, Boolean> tasks =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<TaskId, Boolean> eldest) {
          return size() > MOST_REMEMBERED;
        }
      };
  private volatile @Nullable Consumer<byte[], byte[]> consumer;
  private volatile boolean running;

  /**
   * @param consumers of byte keys and values, without a group
   */
  public CancelledTasks(Supplier<Consumer<byte[], byte[]>> consumers) {
    this.consumers = consumers;
  }

  /** Whether the task was called off. */
  public boolean contains(TaskId task) {
    synchronized (tasks) {
      return tasks.containsKey(task);
    }
  }

  /** Returns when what is in the topic has been read, or after five seconds without a broker. */
  @Override
  public void start() {
    running = true;
    Thread.ofPlatform().name("control").daemon().start(this::read);
    try {
      if (!caughtUp.await(START_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        log.warn("{} cannot be read yet; cancelled tasks will be noticed later", Topics.CONTROL);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void stop() {
    running = false;
    var current = consumer;
    if (current != null) {
      current.wakeup();
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** Before the step topics are read. */
  @Override
  public int getPhase() {
    return Phases.CANCELLED_TASKS;
  }

  private void read() {
    try (var reader = consumers.get()) {
      consumer = reader;
      while (running) {
        readAssigned(reader);
      }
    } catch (WakeupException e) {
      log.debug("Stopped reading {}", Topics.CONTROL);
    }
  }

  private void readAssigned(Consumer<byte[], byte[]> reader) {
    try {
      if (reader.assignment().isEmpty() && !assign(reader)) {
        LockSupport.parkNanos(this, PAUSE.toNanos());
        return;
      }
      for (var message : reader.poll(caughtUp.getCount() > 0 ? Duration.ofMillis(20) : POLL)) {
        remember(message);
      }
      if (caughtUp.getCount() > 0 && isAtEnd(reader)) {
        caughtUp.countDown();
      }
    } catch (WakeupException e) {
      throw e;
    } catch (KafkaException e) {
      log.debug("{} cannot be read now", Topics.CONTROL, e);
      reader.unsubscribe();
    }
  }

  /** Assigns all partitions, once the topic exists. */
  private static boolean assign(Consumer<byte[], byte[]> reader) {
    var partitions = reader.partitionsFor(Topics.CONTROL, POLL);
    if (partitions.isEmpty()) {
      return false;
    }
    List<TopicPartition> all =
        partitions.stream().map(p -> new TopicPartition(p.topic(), p.partition())).toList();
    reader.assign(all);
    reader.seekToBeginning(all);
    return true;
  }

  private static boolean isAtEnd(Consumer<byte[], byte[]> reader) {
    var ends = reader.endOffsets(reader.assignment());
    return ends.entrySet().stream()
        .allMatch(end -> reader.position(end.getKey()) >= end.getValue());
  }

  private void remember(ConsumerRecord<byte[], byte[]> message) {
    try {
      if (MessageJson.read(
              header(message, Headers.MESSAGE_TYPE),
              header(message, Headers.SCHEMA_VERSION),
              message.value())
          instanceof TaskCancelled cancelled) {
        synchronized (tasks) {
          tasks.put(cancelled.taskId(), true);
        }
      }
    } catch (UnreadableMessageException e) {
      log.warn(
          "Passed over an unreadable record of {} at offset {}: {}",
          Topics.CONTROL,
          message.offset(),
          e.getMessage());
    }
  }

  private static @Nullable String header(ConsumerRecord<byte[], byte[]> message, String name) {
    var header = message.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
  }
}
