package io.onceflow.devstack.suite;

import io.onceflow.devstack.server.LaunchException;
import io.onceflow.devstack.server.Ports;
import io.onceflow.devstack.service.ServiceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Sees before a start that every port it wants is free, and says who has those that are not. */
final class PortCheck {
  private PortCheck() {}

  /** A port and what it is wanted for. */
  record Wanted(String use, int port) {}

  static void allFree(SuitePlan plan) {
    var taken = wanted(plan).filter(wanted -> !Ports.isFree(wanted.port())).toList();
    if (taken.isEmpty()) {
      return;
    }
    var lines =
        taken.stream()
            .map(
                wanted ->
                    "  %d (%s) is taken%s"
                        .formatted(
                            wanted.port(),
                            wanted.use(),
                            PortHolder.of(wanted.port()).map(who -> " by " + who).orElse("")))
            .collect(Collectors.joining("\n"));
    throw new LaunchException(
        """
        Ports that the suite needs are taken:
        %s
        Remedy: end the other program, or move all ports with --port-offset N (for example %d).\
        """
            .formatted(lines, freeOffset(plan)));
  }

  static Stream<Wanted> wanted(SuitePlan plan) {
    var wanted = new ArrayList<Wanted>();
    if (plan.external().postgres() == null) {
      wanted.add(new Wanted("PostgreSQL", plan.postgresPort()));
    }
    if (plan.external().kafka() == null) {
      wanted.add(new Wanted("Kafka", plan.kafkaPort()));
      wanted.add(new Wanted("Kafka's controller", plan.kafkaControllerPort()));
    }
    if (plan.external().redis() == null) {
      wanted.add(new Wanted("Redis", plan.redisPort()));
    }
    for (var kind : ServiceKind.values()) {
      for (var instance = 0; instance < plan.count(kind); instance++) {
        var name = kind.nameOf(instance);
        wanted.add(new Wanted(name, plan.port(kind, instance)));
        wanted.add(new Wanted(name + " management", plan.managementPort(kind, instance)));
      }
    }
    return wanted.stream();
  }

  /** An offset of the plan's ports at which all are free now. */
  static int freeOffset(SuitePlan plan) {
    List<Integer> ports = wanted(plan).map(Wanted::port).toList();
    return IntStream.iterate(10_000, step -> step <= 40_000, step -> step + 1_000)
        .filter(step -> ports.stream().allMatch(port -> port + step < 65_536))
        .filter(step -> ports.stream().allMatch(port -> Ports.isFree(port + step)))
        .map(step -> plan.portOffset() + step)
        .findFirst()
        .orElse(plan.portOffset() + 10_000);
  }
}
