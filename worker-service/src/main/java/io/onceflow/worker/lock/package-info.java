/** Locks in Redis, which save work and guarantee nothing. */
@NullMarked
package io.onceflow.worker.lock;

import org.jspecify.annotations.NullMarked;
