/** Tests of the circuit breakers. */
@NullMarked
package io.onceflow.worker.govern.breaker;

import org.jspecify.annotations.NullMarked;
