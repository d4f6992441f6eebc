/** What callers are shown of a task: the same JSON by every way. */
@NullMarked
package io.onceflow.aggregator.snapshot;

import org.jspecify.annotations.NullMarked;
