/**
 * A task's state, its tables, and the one way to change it: under its row's lock, told after the
 * commit.
 */
@NullMarked
package io.onceflow.aggregator.state;

import org.jspecify.annotations.NullMarked;
