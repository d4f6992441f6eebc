/** How many clients one aggregator holds while it answers tasks, and how it keeps deadlines. */
@NullMarked
package io.onceflow.benchmarks.notify;

import org.jspecify.annotations.NullMarked;
