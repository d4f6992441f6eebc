/** Work that was given up: kept, listed, asked again. */
@NullMarked
package io.onceflow.aggregator.deadletter;

import org.jspecify.annotations.NullMarked;
