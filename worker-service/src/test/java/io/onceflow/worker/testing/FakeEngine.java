package io.onceflow.worker.testing;

import io.onceflow.model.MessageJson;
import io.onceflow.model.Usage;
import io.onceflow.model.pipeline.StepDefinition;
import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.StepAnswer;
import io.onceflow.worker.engine.StepCall;
import io.onceflow.worker.engine.StepEngine;
import io.onceflow.worker.engine.call.CallOutcome;
import io.onceflow.worker.engine.call.CallReport;
import io.onceflow.worker.engine.call.Consumption;
import io.onceflow.worker.engine.call.ModelCall;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

/** Calls the {@link FakeProvider}. */
final class FakeEngine implements StepEngine {
  private static final ModelCall CALL =
      new ModelCall(ModelCall.Purpose.ANSWER, "fake", "fake-1", 10, 10, 5, 7);

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI provider;

  FakeEngine(String provider) {
    this.provider = URI.create(provider);
  }

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public String model(StepDefinition step) {
    return "fake-1";
  }

  @Override
  public StepAnswer call(StepCall call) throws EngineException, InterruptedException {
    var request =
        HttpRequest.newBuilder(provider)
            .header("work-id", call.workId())
            .POST(HttpRequest.BodyPublishers.ofString(call.input().text()))
            .build();
    var ongoing = call.calls().begin(CALL);
    try {
      var response = http.send(request, HttpResponse.BodyHandlers.ofString());
      ongoing.end(report(response.statusCode()));
      return answer(response);
    } catch (IOException e) {
      ongoing.end(CallReport.cutShort(CallOutcome.PROVIDER_ERROR, Duration.ZERO, null));
      throw EngineException.retryable("provider-unreachable", e.toString(), null, e);
    }
  }

  private static CallReport report(int status) {
    var paid = status == 200;
    return new CallReport(
        paid ? CallOutcome.SUCCEEDED : CallOutcome.PROVIDER_ERROR,
        paid ? Consumption.MEASURED : Consumption.NONE,
        paid ? new Usage(1, 10, 5, 0, 0, 7) : new Usage(1, 0, 0, 0, 0, 0),
        status,
        Map.of(),
        null,
        null,
        Duration.ZERO,
        null);
  }

  private static StepAnswer answer(HttpResponse<String> response) throws EngineException {
    var after =
        response.headers().firstValue("Retry-After").map(Long::parseLong).map(Duration::ofSeconds);
    return switch (response.statusCode()) {
      case 200 -> StepAnswer.of(MessageJson.mapper().readTree(response.body()));
      case 429, 503 ->
          throw EngineException.retryable(
              "provider-overloaded", "status " + response.statusCode(), after.orElse(null), null);
      default ->
          throw EngineException.permanent(
              "provider-refused", "status " + response.statusCode(), null);
    };
  }
}
