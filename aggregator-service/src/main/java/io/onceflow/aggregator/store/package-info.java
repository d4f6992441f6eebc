/**
 * The tables of tasks and their steps: one way to read them, and one way to change them, under the
 * task's row lock and told after the commit.
 */
@NullMarked
package io.onceflow.aggregator.store;

import org.jspecify.annotations.NullMarked;
