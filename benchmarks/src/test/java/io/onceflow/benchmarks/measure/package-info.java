/** Tests of the arithmetic; nothing here is timed. */
@NullMarked
package io.onceflow.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
