/** The ledger: one row for each call of a model, entered before it and completed after it. */
@NullMarked
package io.onceflow.worker.execution.ledger;

import org.jspecify.annotations.NullMarked;
