package io.onceflow.worker.execution.ledger;

import io.onceflow.model.Usage;
import io.onceflow.worker.engine.call.CallReport;
import io.onceflow.worker.engine.call.Consumption;
import io.onceflow.worker.engine.call.ModelCall;
import io.onceflow.worker.execution.EndedCall;
import io.onceflow.worker.execution.Json;
import io.onceflow.worker.execution.table.Batch;
import java.sql.SQLException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The columns of {@code model_call} that tell what came of a call, for {@link Batch}. */
public final class CallColumns {
  /** Their parameters, in the order of {@link #bind}. */
  public static final String PARAMETERS =
      """
      ?::int4[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::int4[], ?::text[],
      ?::int8[], ?::int8[], ?::int8[], ?::int8[], ?::int8[], ?::int8[], ?::text[]\
      """;

  /** Their names, in the same order. */
  public static final String NAMES =
      """
      call, purpose, endpoint, asked_model, outcome, consumption, http_status, call_error,
      input_tokens, output_tokens, cached_input_tokens, reasoning_tokens, cost_micro_usd, latency_ms, request_id\
      """;

  /** Sets them in {@code model_call} from a row {@code d}. */
  public static final String SET =
      """
      purpose = d.purpose, endpoint = d.endpoint, asked_model = d.asked_model,
      outcome = d.outcome, consumption = d.consumption, http_status = d.http_status, error = d.call_error,
      input_tokens = d.input_tokens, output_tokens = d.output_tokens, cached_input_tokens = d.cached_input_tokens,
      reasoning_tokens = d.reasoning_tokens, cost_micro_usd = d.cost_micro_usd, latency_ms = d.latency_ms,
      request_id = d.request_id, finished_at = clock_timestamp()\
      """;

  private CallColumns() {}

  /**
   * Binds the calls of rows.
   *
   * @param ended null for a row whose calls the ledger has already
   */
  public static <T> Batch<T> bind(Batch<T> batch, Function<T, @Nullable EndedCall> ended)
      throws SQLException {
    return batch
        .integers(of(ended, EndedCall::number))
        .texts(asked(ended, call -> call.purpose().name()))
        .texts(asked(ended, ModelCall::endpoint))
        .texts(asked(ended, ModelCall::model))
        .texts(report(ended, report -> report.outcome().name()))
        .texts(report(ended, report -> report.consumption().name()))
        .integers(report(ended, report -> report.status() == 0 ? null : report.status()))
        .texts(report(ended, report -> report.error() == null ? null : Json.write(report.error())))
        .longs(tokens(ended, Usage::inputTokens))
        .longs(tokens(ended, Usage::outputTokens))
        .longs(tokens(ended, Usage::cachedInputTokens))
        .longs(tokens(ended, Usage::reasoningTokens))
        .longs(tokens(ended, Usage::costMicroUsd))
        .longs(report(ended, report -> report.latency().toMillis()))
        .texts(report(ended, CallReport::requestId));
  }

  private static <T, R> Function<T, @Nullable R> of(
      Function<T, @Nullable EndedCall> ended, Function<EndedCall, @Nullable R> value) {
    return row -> {
      var call = ended.apply(row);
      return call == null ? null : value.apply(call);
    };
  }

  private static <T, R> Function<T, @Nullable R> report(
      Function<T, @Nullable EndedCall> ended, Function<CallReport, @Nullable R> value) {
    return of(ended, call -> value.apply(call.report()));
  }

  private static <T> Function<T, @Nullable String> asked(
      Function<T, @Nullable EndedCall> ended, Function<ModelCall, String> value) {
    return of(ended, call -> call.call() == null ? null : value.apply(call.call()));
  }

  /** What is not known stays empty, so that no sum takes it for nothing. */
  private static <T> Function<T, @Nullable Long> tokens(
      Function<T, @Nullable EndedCall> ended, Function<Usage, Long> value) {
    return report(
        ended,
        report -> report.consumption() == Consumption.UNKNOWN ? null : value.apply(report.usage()));
  }
}
