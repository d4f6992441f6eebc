package io.onceflow.worker.govern.rate;

import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.call.CallContext;
import io.onceflow.worker.engine.call.CallOutcome;
import io.onceflow.worker.engine.call.CallReport;
import io.onceflow.worker.engine.call.ModelCall;
import io.onceflow.worker.govern.rate.FleetPace.Kind;
import io.onceflow.worker.govern.rate.FleetPace.Turn;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * Gives calls their turns. A call waits a little with its slot, so that turns are taken the moment
 * they come and Kafka stays the buffer; a longer wait is spent in the database. A 429 that one
 * worker gets quiets all of them. While Redis is away each worker keeps to {@link OwnPace}.
 */
final class Governor implements Turns {
  private static final int URGENT = 8;
  private static final Duration LONGEST_IN_LINE = Duration.ofSeconds(30);
  private static final Duration SHORTEST_ASIDE = Duration.ofMillis(250);
  private static final Duration SHORTEST_SLEEP = Duration.ofMillis(50);

  private final FleetPace pace;
  private final OwnPace own;
  private final RateMetrics metrics;
  private final RateProperties properties;
  private final UnaryOperator<Duration> jitter;

  /**
   * @param jitter lengthens a wait at random, so that not all who wait come back at once
   */
  Governor(
      FleetPace pace,
      OwnPace own,
      RateMetrics metrics,
      RateProperties properties,
      UnaryOperator<Duration> jitter) {
    this.pace = pace;
    this.own = own;
    this.metrics = metrics;
    this.properties = properties;
    this.jitter = jitter;
  }

  @Override
  public Permit acquire(CallContext call, ModelCall asked)
      throws EngineException, InterruptedException {
    var permit = new Permit(call, asked);
    var patience = call.number() == 1 ? properties.patience() : properties.followUpPatience();
    var urgent = call.number() > 1 || call.priority() >= URGENT;
    var began = System.nanoTime();
    while (true) {
      var waited = Duration.ofNanos(System.nanoTime() - began);
      var left = patience.minus(waited);
      var turn = turn(permit, longer(left, Duration.ZERO), urgent);
      if (turn.given() && isMine(permit, turn)) {
        metrics.held(permit, Duration.ofNanos(System.nanoTime() - began));
        return permit;
      }
      if (!turn.given()) {
        if (!left.isPositive()) {
          throw setAside(permit, turn);
        }
        Thread.sleep(longer(SHORTEST_SLEEP, shorter(turn.delay(), left)));
      }
    }
  }

  /** Waits for a turn that was given; false if there came a quiet meanwhile. */
  private boolean isMine(Permit permit, Turn turn) throws InterruptedException {
    if (!turn.delay().isPositive()) {
      return true;
    }
    boolean mine = false;
    try {
      Thread.sleep(turn.delay());
      mine = !pace.quiet(permit).orElse(Duration.ZERO).isPositive();
    } finally {
      if (!mine) {
        giveBack(permit);
      }
    }
    return mine;
  }

  private Turn turn(Permit permit, Duration patience, boolean urgent) {
    var turn = pace.enter(permit, patience, urgent);
    turn.filter(Turn::given).ifPresent(_ -> own.given(permit));
    return turn.orElseGet(() -> own.enter(permit, patience));
  }

  private EngineException setAside(Permit permit, Turn turn) {
    metrics.setAside(permit);
    // rather early, and sent away again, than late, and a turn lost
    var inLine = turn.inLine().multipliedBy(7).dividedBy(10);
    var wait = longer(turn.delay(), shorter(inLine, LONGEST_IN_LINE));
    return EngineException.deferred(
        "rate-limited",
        "%s of the endpoint '%s' takes no more calls now"
            .formatted(permit.asked().model(), permit.asked().endpoint()),
        jitter.apply(longer(wait, SHORTEST_ASIDE)));
  }

  @Override
  public void giveBack(Permit permit) {
    pace.report(permit, Kind.NOT_MADE, Duration.ZERO, ToldLimits.NONE, -permit.tokens());
  }

  @Override
  public void report(Permit permit, CallReport report) {
    var told = ToldLimits.of(report.headers());
    var kind = kind(report);
    var quiet = quiet(kind, report, told);
    if (kind == Kind.LIMITED || kind == Kind.OVERLOADED) {
      metrics.limited(permit);
    }
    if (quiet.isPositive()) {
      own.quiet(permit, quiet);
    }
    pace.report(permit, kind, quiet, told, tokensMore(permit, report))
        .ifPresent(
            rate -> {
              own.limited(permit);
              metrics.learnt(permit, rate);
            });
  }

  static Kind kind(CallReport report) {
    return switch (report.outcome()) {
      case NOT_CALLED -> Kind.NOT_MADE;
      case CALLED_OFF, UNKNOWN, OPEN -> Kind.FAILED;
      default ->
          switch (report.status()) {
            // one that is not to be tried again tells of credit, not of pace
            case 429 -> isRetryable(report) ? Kind.LIMITED : Kind.FAILED;
            case 503, 529 -> Kind.OVERLOADED;
            // some gateways wrap a failure in a success
            case 200 ->
                report.outcome() == CallOutcome.PROVIDER_ERROR ? Kind.FAILED : Kind.ANSWERED;
            default -> Kind.FAILED;
          };
    };
  }

  private static boolean isRetryable(CallReport report) {
    var error = report.error();
    return error == null || error.retryable();
  }

  private Duration quiet(Kind kind, CallReport report, ToldLimits told) {
    var asked = report.retryAfter() == null ? told.reset() : report.retryAfter();
    return switch (kind) {
      case LIMITED ->
          shorter(
              asked == null || asked.isZero() ? properties.quiet() : asked,
              properties.longestQuiet());
      case OVERLOADED -> asked == null ? Duration.ZERO : shorter(asked, properties.longestQuiet());
      case ANSWERED, FAILED, NOT_MADE -> Duration.ZERO;
    };
  }

  /** Where nobody knows what was consumed, all that was expected counts. */
  private static long tokensMore(Permit permit, CallReport report) {
    return switch (report.consumption()) {
      case NONE -> -permit.tokens();
      case UNKNOWN -> 0;
      case MEASURED, ESTIMATED ->
          report.usage().inputTokens() + report.usage().outputTokens() - permit.tokens();
    };
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
