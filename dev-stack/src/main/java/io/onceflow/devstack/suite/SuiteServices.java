package io.onceflow.devstack.suite;

import io.onceflow.devstack.data.BuildFolder;
import io.onceflow.devstack.data.DataFolder;
import io.onceflow.devstack.server.Together;
import io.onceflow.devstack.service.ServiceJar;
import io.onceflow.devstack.service.ServiceKind;
import io.onceflow.devstack.service.ServiceProcess;
import io.onceflow.devstack.service.UnpackedService;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** The services of a suite: each kind unpacked once, each instance a process. */
final class SuiteServices {
  private final SuitePlan plan;
  private final DataFolder folder;
  private final Map<ServiceKind, UnpackedService> programs = new ConcurrentHashMap<>();
  private final List<StartCaches.Training> trainings = new ArrayList<>();

  SuiteServices(SuitePlan plan, DataFolder folder) {
    this.plan = plan;
    this.folder = folder;
  }

  /** Unpacks the jars of this build, where that has not been done before. */
  void unpack() {
    Together.run(
        Arrays.stream(ServiceKind.values()).map(kind -> (Runnable) () -> unpack(kind)).toList());
  }

  private void unpack(ServiceKind kind) {
    var jar = ServiceJar.find(plan.home(), kind);
    programs.put(kind, jar.unpack(BuildFolder.of(plan.home(), folder), folder));
  }

  /** In the order in which they are stopped. Call {@link #unpack()} first. */
  List<Member> members(ServiceSettings settings) {
    var members = new ArrayList<Member>();
    for (var kind : ServiceKind.values()) {
      var program = Objects.requireNonNull(programs.get(kind), "unpack() comes first");
      for (var instance = 0; instance < plan.count(kind); instance++) {
        var described = describe(kind, instance, settings);
        members.add(Member.service(new ServiceProcess(described, program)));
        if (instance == 0) {
          var trainee = new ServiceProcess(forTraining(described), program);
          trainings.add(
              new StartCaches.Training(kind.label(), program.startCache(), trainee::train));
        }
      }
    }
    return members;
  }

  List<StartCaches.Training> trainings() {
    return List.copyOf(trainings);
  }

  private ServiceProcess.Instance describe(
      ServiceKind kind, int instance, ServiceSettings settings) {
    var name = kind.nameOf(instance);
    return new ServiceProcess.Instance(
        kind,
        name,
        plan.port(kind, instance),
        plan.managementPort(kind, instance),
        settings.json(kind, instance),
        folder.log(name),
        folder.temporary().resolve(name),
        kind.jvmOptions());
  }

  private ServiceProcess.Instance forTraining(ServiceProcess.Instance instance) {
    var name = "training-" + instance.kind().label();
    return new ServiceProcess.Instance(
        instance.kind(),
        name,
        instance.port(),
        instance.managementPort(),
        instance.springSettings(),
        folder.log(name),
        folder.temporary().resolve(name),
        instance.jvmOptions());
  }
}
