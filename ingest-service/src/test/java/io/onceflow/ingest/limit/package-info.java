/** Rates and memory. */
@NullMarked
package io.onceflow.ingest.limit;

import org.jspecify.annotations.NullMarked;
