/** Makes the ledger's partitions ahead of time, and drops what is past its retention. */
@NullMarked
package io.onceflow.worker.retention;

import org.jspecify.annotations.NullMarked;
