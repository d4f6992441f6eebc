/** Keeps the calls of all workers at the pace that each endpoint and model allows. */
@NullMarked
package io.onceflow.worker.govern.rate;

import org.jspecify.annotations.NullMarked;
