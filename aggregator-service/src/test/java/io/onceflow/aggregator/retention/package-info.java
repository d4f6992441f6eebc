/** Partitions that come and go. */
@NullMarked
package io.onceflow.aggregator.retention;

import org.jspecify.annotations.NullMarked;
