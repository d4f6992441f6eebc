/** How many calls of a step run at once in this process, and whose turn it is. */
@NullMarked
package io.onceflow.worker.slot;

import org.jspecify.annotations.NullMarked;
