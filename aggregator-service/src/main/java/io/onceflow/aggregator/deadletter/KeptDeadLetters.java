package io.onceflow.aggregator.deadletter;

import java.util.Optional;
import java.util.UUID;
import org.springframework.data.jpa.repository.JpaSpecificationExecutor;
import org.springframework.data.repository.Repository;

/** Finds dead letters. */
interface KeptDeadLetters
    extends Repository<KeptDeadLetter, UUID>, JpaSpecificationExecutor<KeptDeadLetter> {

  Optional<KeptDeadLetter> findById(UUID id);
}
