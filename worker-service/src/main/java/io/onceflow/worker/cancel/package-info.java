/** Knows which tasks were called off. */
@NullMarked
package io.onceflow.worker.cancel;

import org.jspecify.annotations.NullMarked;
