/** Server-sent events: a task's revisions as a stream. */
@NullMarked
package io.onceflow.aggregator.stream;

import org.jspecify.annotations.NullMarked;
