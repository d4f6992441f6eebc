/** Measures how far the suite's consumer groups are behind. */
@NullMarked
package io.onceflow.aggregator.lag;

import org.jspecify.annotations.NullMarked;
