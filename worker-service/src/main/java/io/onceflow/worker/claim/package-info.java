/** Turns requests from Kafka into claims that this worker alone holds. */
@NullMarked
package io.onceflow.worker.claim;

import org.jspecify.annotations.NullMarked;
