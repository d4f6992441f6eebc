/** Tells that this worker lives, and takes over the claims of those that do not. */
@NullMarked
package io.onceflow.worker.takeover;

import org.jspecify.annotations.NullMarked;
