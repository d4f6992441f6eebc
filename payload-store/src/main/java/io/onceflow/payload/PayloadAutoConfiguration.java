package io.onceflow.payload;

import java.util.Objects;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcOperations;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** The store of documents that the settings name. */
@AutoConfiguration(
    afterName = "org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration")
@EnableConfigurationProperties(PayloadProperties.class)
class PayloadAutoConfiguration {
  private static final String STORE = "onceflow.payloads.store";

  @Bean
  @ConditionalOnProperty(name = STORE, havingValue = "jdbc", matchIfMissing = true)
  JdbcPayloadStore jdbcPayloadStore(JdbcOperations jdbc) {
    return new JdbcPayloadStore(jdbc);
  }

  @Bean
  @ConditionalOnProperty(name = STORE, havingValue = "s3")
  S3PayloadStore s3PayloadStore(S3Client client, PayloadProperties properties) {
    var s3 = properties.s3();
    return new S3PayloadStore(client, Objects.requireNonNull(s3.bucket()), s3.prefix());
  }

  @Bean
  @ConditionalOnProperty(name = STORE, havingValue = "s3")
  S3Client s3Client(PayloadProperties properties) {
    var s3 = properties.s3();
    var client =
        S3Client.builder()
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .region(Region.of(s3.region()))
            .forcePathStyle(s3.pathStyle())
            // stores that are not AWS refuse the newer checksums
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .overrideConfiguration(overrides -> overrides.apiCallTimeout(s3.timeout()));
    if (s3.endpoint() != null) {
      client.endpointOverride(s3.endpoint());
    }
    if (s3.accessKey() != null && s3.secretKey() != null) {
      client.credentialsProvider(
          StaticCredentialsProvider.create(
              AwsBasicCredentials.create(s3.accessKey(), s3.secretKey())));
    }
    return client.build();
  }
}
