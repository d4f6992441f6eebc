/** Reads the rows of an outbox, sends them to Kafka and deletes what was acknowledged. */
@NullMarked
package io.onceflow.relay.publish;

import org.jspecify.annotations.NullMarked;
