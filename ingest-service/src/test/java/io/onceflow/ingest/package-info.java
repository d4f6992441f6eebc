/** The service as its clients and its database see it. */
@NullMarked
package io.onceflow.ingest;

import org.jspecify.annotations.NullMarked;
