/** Asks again for what failed, when its time has come. */
@NullMarked
package io.onceflow.worker.retry;

import org.jspecify.annotations.NullMarked;
