/** Makes room: partitions ahead of time, and old tasks and keys out. */
@NullMarked
package io.onceflow.ingest.retention;

import org.jspecify.annotations.NullMarked;
