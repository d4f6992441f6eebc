/** What sends load over HTTP, as lightly as can be. */
@NullMarked
package io.onceflow.benchmarks.load;

import org.jspecify.annotations.NullMarked;
