/** Answers tasks whose deadline has passed with what is there. */
@NullMarked
package io.onceflow.aggregator.deadline;

import org.jspecify.annotations.NullMarked;
