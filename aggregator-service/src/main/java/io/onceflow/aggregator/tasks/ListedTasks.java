package io.onceflow.aggregator.tasks;

import java.util.UUID;
import org.springframework.data.jpa.repository.JpaSpecificationExecutor;
import org.springframework.data.repository.Repository;

/** Finds tasks. */
interface ListedTasks extends Repository<ListedTask, UUID>, JpaSpecificationExecutor<ListedTask> {}
