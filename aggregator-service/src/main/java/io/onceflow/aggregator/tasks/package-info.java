/** The HTTP interface of tasks: read, wait, list, cancel, retry. */
@NullMarked
package io.onceflow.aggregator.tasks;

import org.jspecify.annotations.NullMarked;
