/** The relay: publishes the rows of the outboxes to Kafka, in order per key, losing none. */
@NullMarked
package io.onceflow.relay;

import org.jspecify.annotations.NullMarked;
