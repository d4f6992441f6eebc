/** Tests of what lets model calls through, on real servers and without a worker around it. */
@NullMarked
package io.onceflow.worker.lock;

import org.jspecify.annotations.NullMarked;
