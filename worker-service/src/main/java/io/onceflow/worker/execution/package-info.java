/**
 * What is kept of a step's execution: the claim, the waiting tasks, the ledger of calls and the
 * answers.
 */
@NullMarked
package io.onceflow.worker.execution;

import org.jspecify.annotations.NullMarked;
