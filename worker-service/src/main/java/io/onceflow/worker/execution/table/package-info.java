/** The statements on the tables of executions, their waiters and their parts. */
@NullMarked
package io.onceflow.worker.execution.table;

import org.jspecify.annotations.NullMarked;
