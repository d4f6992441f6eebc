/** A worker full of slow calls: its CPU and heap, and the way back after a kill. */
@NullMarked
package io.onceflow.benchmarks.worker;

import org.jspecify.annotations.NullMarked;
