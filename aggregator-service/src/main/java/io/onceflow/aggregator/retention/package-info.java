/** Creates the partitions of growing tables ahead of time and drops them after their retention. */
@NullMarked
package io.onceflow.aggregator.retention;

import org.jspecify.annotations.NullMarked;
