/** Tests of what lets model calls through, on real servers and without a worker around it. */
@NullMarked
package io.onceflow.worker.govern.budget;

import org.jspecify.annotations.NullMarked;
