package io.onceflow.ingest.upload;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.ingest.document.DocumentLimits;
import io.onceflow.ingest.document.DocumentReader;
import io.onceflow.ingest.limit.TenantRates;
import io.onceflow.ingest.request.CheckRequest;
import io.onceflow.ingest.request.RequestDefaults;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.outbox.OutboxPoke;
import io.onceflow.outbox.RedisOutboxPoke;
import jakarta.servlet.MultipartConfigElement;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.util.unit.DataSize;

@Configuration(proxyBeanMethods = false)
class UploadConfiguration {
  /** What a form may hold beside its file. */
  private static final DataSize OPTIONS = DataSize.ofMegabytes(1);

  @Bean
  Clock clock() {
    return Clock.systemUTC();
  }

  @Bean
  Pipelines pipelines(PipelineProperties properties) {
    return Pipelines.load(Optional.ofNullable(properties.file()));
  }

  @Bean
  RedisOutboxPoke outboxPoke(StringRedisTemplate redis) {
    return new RedisOutboxPoke(redis, "ingest");
  }

  @Bean
  IdempotencyKeyTable idempotencyKeyTable(JdbcOperations jdbc) {
    return new IdempotencyKeyTable(jdbc);
  }

  @Bean
  UploadMetrics uploadMetrics(MeterRegistry registry) {
    return new UploadMetrics(registry);
  }

  @Bean
  GroupCommit<NewTask, Outcome> taskCommits(
      UploadProperties properties,
      JdbcOperations jdbc,
      IdempotencyKeyTable keys,
      OutboxPoke poke,
      UploadMetrics metrics,
      MeterRegistry registry) {
    var limits =
        new GroupCommit.Limits(
            properties.maxWaiting(),
            properties.maxTogether(),
            properties.maxBytesTogether().toBytes());
    var tasks = new TaskTable(jdbc, properties.keyWindow());
    var commits =
        new GroupCommit<>(
            properties.writers(),
            limits,
            NewTask::size,
            new CommitTasks(tasks, keys, poke, metrics),
            DataAccessResourceFailureException.class::isInstance);
    Gauge.builder("onceflow.ingest.waiting", commits, GroupCommit::waiting)
        .description("Documents that wait for a commit")
        .register(registry);
    return commits;
  }

  @Bean
  AcceptUpload acceptUpload(
      Pipelines pipelines,
      RequestDefaults defaults,
      UploadProperties properties,
      GroupCommit<NewTask, Outcome> commits,
      UploadMetrics metrics,
      Clock clock) {
    var drafts = new DraftTask(new CheckRequest(pipelines, defaults), clock);
    return new AcceptUpload(drafts, commits, properties.maxWait(), metrics);
  }

  @Bean
  UploadReader uploadReader(UploadProperties properties, LinkProperties links) {
    var limits = new DocumentLimits(properties.maxDocumentSize(), properties.maxTextSize());
    return new UploadReader(
        new DocumentReader(limits),
        properties.maxDocumentSize(),
        Objects.toString(links.tasksUrl(), null));
  }

  @Bean
  UploadController uploadController(UploadReader reader, TenantRates rates, AcceptUpload accept) {
    return new UploadController(reader, rates, accept);
  }

  @Bean
  BatchController batchController(
      UploadReader reader, TenantRates rates, AcceptUpload accept, UploadProperties properties) {
    return new BatchController(
        reader, rates, accept, properties.maxBatchSize(), properties.maxBatchItems());
  }

  @Bean
  IntakeHealth intakeHealthIndicator(
      GroupCommit<NewTask, Outcome> commits, UploadProperties properties) {
    return new IntakeHealth(commits, properties.maxWaiting() - properties.maxBatchItems() + 1);
  }

  @Bean
  MultipartConfigElement multipartConfigElement(UploadProperties properties) {
    var file = properties.maxDocumentSize().toBytes();
    return new MultipartConfigElement(
        "", file, file + OPTIONS.toBytes(), Math.toIntExact(OPTIONS.toBytes()));
  }
}
