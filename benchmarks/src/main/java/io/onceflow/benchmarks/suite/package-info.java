/** The whole suite: tasks a second, the latency it adds, and what a task costs each part. */
@NullMarked
package io.onceflow.benchmarks.suite;

import org.jspecify.annotations.NullMarked;
