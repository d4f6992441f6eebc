/** The operator's hand on steps whose call may have been paid for and told nothing. */
@NullMarked
package io.onceflow.worker.held;

import org.jspecify.annotations.NullMarked;
