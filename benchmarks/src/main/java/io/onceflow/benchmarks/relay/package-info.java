/** The relay beside a polling relay and beside Debezium: rows drained, latency, and CPU. */
@NullMarked
package io.onceflow.benchmarks.relay;

import org.jspecify.annotations.NullMarked;
