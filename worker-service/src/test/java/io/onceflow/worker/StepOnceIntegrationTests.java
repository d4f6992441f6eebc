package io.onceflow.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onceflow.model.Headers;
import io.onceflow.model.StepFinished;
import io.onceflow.model.StepRequested;
import io.onceflow.model.TaskCancelled;
import io.onceflow.model.Topics;
import io.onceflow.model.UuidV7;
import io.onceflow.worker.testing.TestSuite;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The same work is called for once, whoever asks for it, whenever, and however often. */
class StepOnceIntegrationTests {
  private static final Duration SOON = Duration.ofSeconds(30);

  private static final String OPEN_TRANSACTIONS =
      "select count(*) from pg_stat_activity where datname = current_database()"
          + " and state like 'idle in transaction%'";

  private static TestSuite suite;

  @BeforeAll
  static void start() {
    suite = new TestSuite("engine: fake\nconcurrency: 60");
    // a call may last longer than this without a rebalance
    var settings = Map.of("spring.kafka.consumer.properties.max.poll.interval.ms", "3000");
    suite.startWorker(settings);
    suite.startWorker(settings);
  }

  @AfterAll
  static void stop() {
    suite.close();
  }

  @Test
  void fiftyTasksWithTheSameDocumentMakeOneCallAndGetFiftyAnswers() {
    var text = "wait 300\nfifty";
    var requests = IntStream.range(0, 50).mapToObj(_ -> suite.request(text)).toList();
    requests.forEach(suite::publish);

    var answers = answers(requests);

    assertThat(suite.provider().callsFor(text)).hasSize(1);
    assertThat(answers).hasSize(50);
    assertThat(answers.stream().filter(answer -> !succeeded(answer).reused())).hasSize(1);
    assertThat(suite.count("select count(*) from worker.step_waiter")).isZero();
  }

  @Test
  void workAskedForLaterIsAnsweredFromTheRecord() {
    var text = "asked for later";
    answers(publish(suite.request(text)));

    var later = succeeded(answers(publish(suite.request(text))).getFirst());

    assertThat(later.reused()).isTrue();
    assertThat(later.usage().calls()).isZero();
    assertThat(suite.provider().callsFor(text)).hasSize(1);
  }

  @Test
  void anotherTenantAndAnotherGenerationPayForThemselves() {
    var text = "for two tenants";
    var first = suite.request(text);
    var theirs = suite.request("globex", text, 5, 3, Duration.ofMinutes(1));
    answers(publish(first, theirs, withGeneration(suite.request(text), "2")));

    assertThat(suite.provider().callsFor(text)).hasSize(3);
  }

  @Test
  void redisForgetsItsLocksDuringACall() {
    var text = "gate flush\nlocks lost";
    var requests = List.of(suite.request(text), suite.request(text));
    suite.publish(requests.getFirst());
    await().atMost(SOON).until(() -> suite.provider().callsFor(text).size() == 1);

    suite.servers().faults().flushRedis();
    suite.publish(requests.get(1));
    await().atMost(SOON).until(() -> suite.count("select count(*) from worker.step_waiter") == 1);
    suite.provider().open("flush");

    assertThat(answers(requests)).hasSize(2);
    assertThat(suite.provider().callsFor(text)).hasSize(1);
  }

  @Test
  void aCallLongerThanTheLongestPollIntervalIsMadeOnce() {
    var text = "wait 7000\nlong";
    var slow = suite.request(text);
    var quick = suite.request("quick beside the long one");
    suite.publish(slow);
    await().atMost(SOON).until(() -> suite.provider().callsFor(text).size() == 1);

    answers(publish(quick));
    await().until(() -> suite.count(OPEN_TRANSACTIONS) == 0);
    assertThat(suite.finished(slow.taskId())).as("the call goes on").isEmpty();
    answers(List.of(slow));

    assertThat(suite.provider().callsFor(text)).hasSize(1);
  }

  @Test
  void expiredWorkMakesNoCall() {
    var request = suite.request("acme", "too late", 5, 3, Duration.ofMillis(-1));

    assertThat(answers(publish(request)).getFirst()).isInstanceOf(StepFinished.Expired.class);
    assertThat(suite.provider().callsFor("too late")).isEmpty();
  }

  @Test
  void cancelledWorkMakesNoCall() {
    var text = "wait 0\ncancelled";
    var request = suite.request(text);
    suite.send(
        Topics.CONTROL,
        new TaskCancelled(UuidV7.next(), request.taskId(), "acme", "ann", Instant.now()),
        request.taskId().toString());
    // a moment for the control topic: its records are read by another thread
    answers(publish(suite.request("wait 1000\nmeanwhile")));

    assertThat(answers(publish(request)).getFirst()).isInstanceOf(StepFinished.Skipped.class);
    assertThat(suite.provider().callsFor(text)).isEmpty();
  }

  @Test
  void unreadableRecordsAreSetAsideUntouchedAndBlockNothing() {
    var bytes = "{ not json".getBytes(StandardCharsets.UTF_8);
    var poison =
        new ProducerRecord<>(
            Topics.ofStep(suite.step()).get(1),
            0,
            "some key".getBytes(StandardCharsets.UTF_8),
            bytes);
    poison.headers().add(Headers.MESSAGE_TYPE, "StepRequested".getBytes(StandardCharsets.UTF_8));
    poison.headers().add(Headers.SCHEMA_VERSION, "1".getBytes(StandardCharsets.UTF_8));
    poison.headers().add("own-header", bytes);
    suite.send(poison);
    suite.send(
        new ProducerRecord<>(Topics.ofStep(suite.step()).get(1), 1, null, new byte[] {1, 2}));

    answers(publish(suite.request("beside poison one"), suite.request("beside poison two")));

    try (var consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", suite.servers().kafkaBootstrapServers()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      var partitions =
          consumer.partitionsFor(Topics.DEAD_LETTERS).stream()
              .map(p -> new TopicPartition(p.topic(), p.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      var letters = new ArrayList<ConsumerRecord<byte[], byte[]>>();
      await()
          .atMost(SOON)
          .until(
              () -> {
                consumer.poll(Duration.ofMillis(100)).forEach(letters::add);
                return letters.stream().anyMatch(letter -> isUntouched(letter, bytes));
              });
    }
    await().atMost(SOON).until(() -> suite.lag() == 0);
  }

  @Test
  void everythingTogetherIsPaidForOnce() {
    var texts = IntStream.range(0, 100).mapToObj(i -> "together " + i % 25).toList();
    var requests = texts.stream().map(suite::request).toList();
    requests.forEach(suite::publish);
    answers(requests);

    texts.stream()
        .distinct()
        .forEach(text -> assertThat(suite.provider().callsFor(text)).hasSize(1));
  }

  /** A trigger stands for whatever makes the database refuse a value for good. */
  @Test
  void aResultThatCannotBeStoredFailsAloneAmongThoseRecordedWithIt() {
    var texts = IntStream.range(0, 8).mapToObj(i -> "gate group\n" + i).toList();
    var requests = texts.stream().map(suite::request).toList();
    requests.forEach(suite::publish);
    await().atMost(SOON).until(() -> calls(texts) == 8);
    var refused = requests.get(3);
    suite.jdbc().execute(refusingResultOf(refused));
    try {
      suite.provider().open("group");

      var answers = answers(requests);

      assertThat(answers.get(3))
          .isInstanceOfSatisfying(
              StepFinished.Failed.class,
              failed -> assertThat(failed.error().code()).isEqualTo("unstorable-result"));
      assertThat(answers)
          .filteredOn(StepFinished.Succeeded.class::isInstance)
          .hasSize(requests.size() - 1);
      assertThat(calls(texts)).isEqualTo(8);
    } finally {
      suite.jdbc().execute("drop function worker.refuse() cascade");
    }
  }

  private static String refusingResultOf(StepRequested request) {
    return """
    create function worker.refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'refused' using errcode = 'check_violation';
    end $$;
    create trigger refuse before update on worker.step_execution for each row
      when (new.task_id = '%s' and new.result is not null) execute function worker.refuse()
    """
        .formatted(request.taskId());
  }

  private static long calls(List<String> texts) {
    return texts.stream().mapToLong(text -> suite.provider().callsFor(text).size()).sum();
  }

  private static boolean isUntouched(ConsumerRecord<byte[], byte[]> letter, byte[] bytes) {
    var code = letter.headers().lastHeader(Headers.DEAD_LETTER_CODE);
    return Arrays.equals(letter.value(), bytes)
        && letter.headers().lastHeader("own-header") != null
        && Arrays.equals(code.value(), "malformed-message".getBytes(StandardCharsets.UTF_8));
  }

  private static List<StepRequested> publish(StepRequested... requests) {
    List.of(requests).forEach(suite::publish);
    return List.of(requests);
  }

  /** The first answer to each request, once all have one. */
  private static List<StepFinished> answers(List<StepRequested> requests) {
    await()
        .atMost(SOON)
        .until(() -> requests.stream().noneMatch(r -> suite.finished(r.taskId()).isEmpty()));
    return requests.stream().map(r -> suite.finished(r.taskId()).getFirst()).toList();
  }

  private static StepFinished.Succeeded succeeded(StepFinished answer) {
    assertThat(answer).isInstanceOf(StepFinished.Succeeded.class);
    return (StepFinished.Succeeded) answer;
  }

  private static StepRequested withGeneration(StepRequested r, String generation) {
    return new StepRequested(
        r.messageId(),
        r.step(),
        r.stepVersion(),
        r.attempt(),
        r.maxAttempts(),
        r.parameters(),
        r.taskId(),
        r.tenant(),
        r.userId(),
        r.pipeline(),
        r.priority(),
        r.submittedAt(),
        r.publishedAt(),
        r.deadlineAt(),
        r.expiresAt(),
        r.correlationId(),
        r.sourceService(),
        r.input(),
        r.inputSha256(),
        generation);
  }
}
