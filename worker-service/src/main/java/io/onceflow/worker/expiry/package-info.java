/** Forgets finished executions when their time is over. */
@NullMarked
package io.onceflow.worker.expiry;

import org.jspecify.annotations.NullMarked;
