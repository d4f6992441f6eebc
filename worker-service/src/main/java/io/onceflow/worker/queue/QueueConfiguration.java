package io.onceflow.worker.queue;

import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.worker.execution.table.QueuedExecutions;
import io.onceflow.worker.run.RunStep;
import io.onceflow.worker.slot.Slots;
import io.onceflow.worker.suite.Phases;
import io.onceflow.worker.suite.Repeated;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class QueueConfiguration {
  @Bean
  QueueRoom queueRoom(QueuedExecutions queued, QueueProperties properties) {
    return new QueueRoom(queued, properties.mostPerTenant(), System::nanoTime);
  }

  @Bean
  QueuedSteps queuedSteps(QueuedExecutions queued, Slots slots, RunStep run, Pipelines pipelines) {
    return new QueuedSteps(queued, slots, run, pipelines);
  }

  @Bean
  Repeated queueing(QueuedSteps queued, Slots slots, QueueProperties properties) {
    var queueing = new Repeated("queued-steps", properties.interval(), Phases.CLAIMING, queued);
    queued.whenAdded(queueing::wake);
    slots.whenFreed(
        () -> {
          if (queued.anyQueued()) {
            queueing.wake();
          }
        });
    return queueing;
  }
}
