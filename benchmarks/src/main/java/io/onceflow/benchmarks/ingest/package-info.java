/** The intake over HTTP beside the same inserts by pgbench. */
@NullMarked
package io.onceflow.benchmarks.ingest;

import org.jspecify.annotations.NullMarked;
