package io.onceflow.aggregator.console;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.aggregator.console.SystemHealth.Lag;
import io.onceflow.aggregator.console.SystemHealth.Outbox;
import io.onceflow.aggregator.console.SystemHealth.ServiceProcess;
import io.onceflow.aggregator.console.SystemHealth.Worker;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the suite from outside its processes, by their management ports: no service reads
 * another's tables. What was seen a moment ago is shown again, however many ask.
 */
final class WatchServices {
  private static final Duration FRESH = Duration.ofSeconds(2);

  private final Map<String, List<URI>> management;
  private final ManagementClient client;
  private final MeterRegistry registry;
  private final Clock clock;
  private @Nullable SystemHealth latest;

  WatchServices(
      Map<String, List<URI>> management,
      ManagementClient client,
      MeterRegistry registry,
      Clock clock) {
    this.management = new TreeMap<>(management);
    this.client = client;
    this.registry = registry;
    this.clock = clock;
  }

  synchronized SystemHealth look() throws InterruptedException {
    var seen = latest;
    if (seen == null || seen.at().plus(FRESH).isBefore(clock.instant())) {
      seen = lookNow();
      latest = seen;
    }
    return seen;
  }

  private SystemHealth lookNow() throws InterruptedException {
    var seen = askAll();
    var services =
        seen.stream()
            .map(it -> new ServiceProcess(it.service(), it.address(), it.answer().status()))
            .toList();
    var workers =
        seen.stream()
            .filter(it -> it.service().equals("worker"))
            .map(WatchServices::worker)
            .toList();
    return new SystemHealth(clock.instant(), services, outboxes(seen), workers, lag());
  }

  private List<Seen> askAll() throws InterruptedException {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var asked = new ArrayList<Callable<Seen>>();
      management.forEach(
          (service, addresses) ->
              addresses.stream()
                  .flatMap(address -> ManagementClient.processes(address).stream())
                  .forEach(
                      address ->
                          asked.add(
                              () ->
                                  new Seen(service, address.getAuthority(), client.ask(address)))));
      var seen = new ArrayList<Seen>();
      for (var answer : threads.invokeAll(asked)) {
        seen.add(answer.get());
      }
      return seen;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  // each relay counts the shards that it drains, so the figures add up and the oldest is the oldest
  private static List<Outbox> outboxes(List<Seen> seen) {
    var meters =
        new Meters(seen.stream().flatMap(it -> it.answer().meters().samples().stream()).toList());
    var pending = meters.by("outbox", "onceflow_outbox_pending", Double::sum);
    var oldest = meters.by("outbox", "onceflow_outbox_oldest_age_seconds", Math::max);
    var parked = meters.by("outbox", "onceflow_outbox_parked", Double::sum);
    return pending.keySet().stream()
        .map(
            name ->
                new Outbox(
                    name,
                    pending.getOrDefault(name, 0.0).longValue(),
                    oldest.getOrDefault(name, 0.0),
                    parked.getOrDefault(name, 0.0).longValue()))
        .toList();
  }

  private static Worker worker(Seen seen) {
    var meters = seen.answer().meters();
    var inflight = new TreeMap<String, Long>();
    meters
        .by("step", "onceflow_step_inflight", Double::sum)
        .forEach((step, count) -> inflight.put(step, count.longValue()));
    return new Worker(
        seen.address(),
        inflight,
        meters.sum("onceflow_takeovers_total"),
        meters.sum("onceflow_duplicate_paid_calls_total"));
  }

  // measured by this process itself, see lag/
  private List<Lag> lag() {
    return registry.find("onceflow.consumer.lag").gauges().stream()
        .map(WatchServices::lag)
        .sorted(Comparator.comparingLong(Lag::records).reversed().thenComparing(Lag::topic))
        .toList();
  }

  private static Lag lag(Gauge gauge) {
    var id = gauge.getId();
    return new Lag(
        Objects.toString(id.getTag("topic"), ""),
        Objects.toString(id.getTag("group"), ""),
        (long) gauge.value());
  }

  private record Seen(String service, String address, ManagementClient.Answer answer) {}
}
