/** Work that repeats by time for as long as the service runs. */
@NullMarked
package io.onceflow.aggregator.schedule;

import org.jspecify.annotations.NullMarked;
