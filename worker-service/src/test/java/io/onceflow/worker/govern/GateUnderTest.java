package io.onceflow.worker.govern;

import com.zaxxer.hikari.HikariDataSource;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisURI;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.onceflow.devstack.test.TestServers;
import io.onceflow.model.StepName;
import io.onceflow.model.TaskId;
import io.onceflow.model.Usage;
import io.onceflow.model.UuidV7;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.model.pipeline.StepDefinition;
import io.onceflow.outbox.RedisNames;
import io.onceflow.worker.engine.Engines;
import io.onceflow.worker.engine.StepAnswer;
import io.onceflow.worker.engine.StepCall;
import io.onceflow.worker.engine.StepEngine;
import io.onceflow.worker.engine.call.CallContext;
import io.onceflow.worker.engine.call.CallGate;
import io.onceflow.worker.engine.call.CallOutcome;
import io.onceflow.worker.engine.call.CallReport;
import io.onceflow.worker.engine.call.Consumption;
import io.onceflow.worker.engine.call.ModelCall;
import io.onceflow.worker.govern.budget.BudgetNearLimit;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.event.EventListener;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** The gate of one worker, with connections of its own, and nothing else of the worker. */
public final class GateUnderTest implements AutoCloseable {
  public static final String STEP = "summary-gen";

  private final ConfigurableApplicationContext context;

  private GateUnderTest(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /** A database with the worker's tables. */
  public static String freshDatabase() {
    var servers = TestServers.shared();
    var url = servers.freshDatabase();
    Flyway.configure()
        .dataSource(url, servers.databaseUser(), servers.databasePassword())
        .schemas("worker")
        .locations("classpath:db/migration", "classpath:io/onceflow/outbox/migration")
        .outOfOrder(true)
        .load()
        .migrate();
    return url;
  }

  public static GateUnderTest start(String database, String... settings) {
    var arguments = new String[settings.length + 1];
    arguments[0] = "--test.database=" + database;
    for (var i = 0; i < settings.length; i++) {
      arguments[i + 1] = "--" + settings[i];
    }
    return new GateUnderTest(
        new SpringApplicationBuilder(Parts.class)
            .web(WebApplicationType.NONE)
            .properties(
                "spring.config.location=optional:classpath:/none/", "spring.main.banner-mode=off")
            .run(arguments));
  }

  public CallGate gate() {
    return context.getBean(CallGate.class);
  }

  public JdbcTemplate jdbc() {
    return context.getBean(JdbcTemplate.class);
  }

  public MeterRegistry meters() {
    return context.getBean(MeterRegistry.class);
  }

  public <T> T part(Class<T> type) {
    return context.getBean(type);
  }

  public List<BudgetNearLimit> warnings() {
    return context.getBean(Warnings.class).all;
  }

  /** From now on the listener that is warned fails each time. */
  public void failWarnings() {
    context.getBean(Warnings.class).fails = true;
  }

  /** A first call of a new task. */
  public static CallContext call(String tenant) {
    return new CallContext(
        UuidV7.next(),
        1,
        TaskId.next(),
        tenant,
        new StepName(STEP),
        5,
        Instant.now().plus(Duration.ofMinutes(10)));
  }

  /** A call of a model that costs at worst so much. */
  public static ModelCall model(String endpoint, long worstMicroUsd) {
    return new ModelCall(
        ModelCall.Purpose.ANSWER, endpoint, "model-1", 100, 400, 100, worstMicroUsd);
  }

  public static CallReport paid(long microUsd) {
    return report(CallOutcome.SUCCEEDED, Consumption.MEASURED, microUsd, 200, null);
  }

  public static CallReport failed(int status, @Nullable Duration retryAfter) {
    return report(CallOutcome.PROVIDER_ERROR, Consumption.NONE, 0, status, retryAfter);
  }

  private static CallReport report(
      CallOutcome outcome,
      Consumption consumption,
      long microUsd,
      int status,
      @Nullable Duration retryAfter) {
    return new CallReport(
        outcome,
        consumption,
        new Usage(1, 100, 100, 0, 0, microUsd),
        status,
        Map.of(),
        retryAfter,
        null,
        Duration.ofMillis(20),
        null);
  }

  @Override
  public void close() {
    context.close();
  }

  static final class Warnings {
    final List<BudgetNearLimit> all = new CopyOnWriteArrayList<>();
    volatile boolean fails;

    @EventListener
    void on(BudgetNearLimit event) {
      all.add(event);
      if (fails) {
        throw new IllegalStateException("cannot be told");
      }
    }
  }

  /** The gate asks engines for nothing but what their models cost. */
  static final class NoEngine implements StepEngine {
    @Override
    public String name() {
      return "embedded";
    }

    @Override
    public String model(StepDefinition step) {
      return "embedded";
    }

    @Override
    public StepAnswer call(StepCall call) {
      throw new AssertionError("called: " + call);
    }
  }

  /** Without the annotation that would have the worker's own scan find it. */
  @EnableConfigurationProperties(RedisNames.class)
  @ConfigurationPropertiesScan("io.onceflow.worker.govern")
  @ComponentScan(
      basePackages = "io.onceflow.worker.govern",
      excludeFilters =
          @ComponentScan.Filter(type = FilterType.REGEX, pattern = ".*GateUnderTest.*"))
  static class Parts {
    @Bean
    Warnings warnings() {
      return new Warnings();
    }

    @Bean
    Clock clock() {
      return Clock.systemUTC();
    }

    @Bean
    Pipelines pipelines() {
      return Pipelines.load(Optional.empty());
    }

    @Bean
    Engines engines(Pipelines pipelines) {
      return new Engines(List.of(new NoEngine()), "embedded", Map.of(), pipelines);
    }

    @Bean
    MeterRegistry meterRegistry() {
      return new SimpleMeterRegistry();
    }

    @Bean(destroyMethod = "close")
    HikariDataSource dataSource(@Value("${test.database}") String url) {
      var source = new HikariDataSource();
      source.setJdbcUrl(url);
      source.setUsername(TestServers.shared().databaseUser());
      source.setPassword(TestServers.shared().databasePassword());
      source.setMaximumPoolSize(5);
      return source;
    }

    @Bean
    JdbcTemplate jdbcTemplate(HikariDataSource source) {
      return new JdbcTemplate(source);
    }

    @Bean
    RedisConnectionFactory redisConnectionFactory() {
      var address = RedisURI.create(TestServers.shared().redisUrl());
      var client =
          LettuceClientConfiguration.builder()
              .commandTimeout(Duration.ofSeconds(2))
              .clientOptions(
                  ClientOptions.builder()
                      .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                      .build())
              .build();
      return new LettuceConnectionFactory(
          LettuceConnectionFactory.createRedisConfiguration(address), client);
    }

    @Bean
    StringRedisTemplate stringRedisTemplate(RedisConnectionFactory connections) {
      return new StringRedisTemplate(connections);
    }
  }
}
