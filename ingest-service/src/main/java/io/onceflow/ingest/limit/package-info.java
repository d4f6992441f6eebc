/** Keeps a tenant from taking more than its share. */
@NullMarked
package io.onceflow.ingest.limit;

import org.jspecify.annotations.NullMarked;
