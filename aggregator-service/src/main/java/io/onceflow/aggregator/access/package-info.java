/** Tells callers who they are. */
@NullMarked
package io.onceflow.aggregator.access;

import org.jspecify.annotations.NullMarked;
