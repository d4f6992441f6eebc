/**
 * Ends attempts: the result, the failure or the next attempt, for all who wait, in one transaction.
 */
@NullMarked
package io.onceflow.worker.execution.end;

import org.jspecify.annotations.NullMarked;
