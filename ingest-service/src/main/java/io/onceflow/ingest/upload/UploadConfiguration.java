package io.onceflow.ingest.upload;

import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.http.access.OpenPaths;
import io.onceflow.ingest.commit.CommitProperties;
import io.onceflow.ingest.commit.GroupCommit;
import io.onceflow.ingest.commit.NewTask;
import io.onceflow.ingest.commit.Outcome;
import io.onceflow.ingest.document.DocumentLimits;
import io.onceflow.ingest.document.DocumentReader;
import io.onceflow.ingest.limit.BodyMemory;
import io.onceflow.ingest.limit.TenantRates;
import io.onceflow.ingest.request.CheckRequest;
import io.onceflow.payload.PayloadStore;
import jakarta.servlet.MultipartConfigElement;
import java.time.Clock;
import java.util.Objects;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;

@Configuration(proxyBeanMethods = false)
class UploadConfiguration {
  /** What a form may hold beside its file, and what of a form stays in memory. */
  private static final DataSize OPTIONS = DataSize.ofMegabytes(1);

  @Bean
  AcceptUpload acceptUpload(
      CheckRequest checks,
      PayloadStore documents,
      GroupCommit<NewTask, Outcome> commits,
      CommitProperties properties,
      MeterRegistry registry,
      Clock clock) {
    return new AcceptUpload(
        new DraftTask(checks, clock),
        documents,
        commits,
        properties.maxWait(),
        new UploadMetrics(registry));
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
  BodyMemory bodyMemory(UploadProperties properties) {
    return new BodyMemory(properties.bytesInFlight(), properties.maxTextSize());
  }

  @Bean
  UploadController uploadController(
      UploadReader reader, TenantRates rates, BodyMemory memory, AcceptUpload accept) {
    return new UploadController(reader, rates, memory, accept);
  }

  @Bean
  BatchController batchController(
      UploadReader reader,
      TenantRates rates,
      BodyMemory memory,
      AcceptUpload accept,
      UploadProperties properties,
      CommitProperties commits) {
    if (properties.maxBatchItems() > commits.maxWaiting()) {
      throw new IllegalArgumentException(
          "onceflow.ingest.max-batch-items must not exceed onceflow.ingest.commit.max-waiting");
    }
    return new BatchController(
        reader, rates, memory, accept, properties.maxBatchSize(), properties.maxBatchItems());
  }

  @Bean
  MultipartConfigElement multipartConfigElement(UploadProperties properties) {
    var file = properties.maxDocumentSize().toBytes();
    return new MultipartConfigElement(
        "", file, file + OPTIONS.toBytes(), Math.toIntExact(OPTIONS.toBytes()));
  }

  @Bean
  UploadApi uploadApi() {
    return new UploadApi();
  }

  @Bean
  OpenPaths openApiDocument() {
    return OpenPaths.of("/v3/api-docs", "/v3/api-docs.yaml");
  }
}
