/** Benchmarks of the suite, each beside a baseline or a named peer in the same run. */
@NullMarked
package io.onceflow.benchmarks;

import org.jspecify.annotations.NullMarked;
