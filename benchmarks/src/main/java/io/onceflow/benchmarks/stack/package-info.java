/** The servers and services that a benchmark starts for itself. */
@NullMarked
package io.onceflow.benchmarks.stack;

import org.jspecify.annotations.NullMarked;
