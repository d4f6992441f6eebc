/** Tests of the pace's parts. */
@NullMarked
package io.onceflow.worker.govern.rate;

import org.jspecify.annotations.NullMarked;
