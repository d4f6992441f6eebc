/** Reads accepted tasks and step results from Kafka and merges them, a batch in one transaction. */
@NullMarked
package io.onceflow.aggregator.merge;

import org.jspecify.annotations.NullMarked;
