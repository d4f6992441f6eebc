/** Leaves endpoints alone that fail again and again. */
@NullMarked
package io.onceflow.worker.govern.breaker;

import org.jspecify.annotations.NullMarked;
