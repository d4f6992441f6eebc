/** Writes tasks: each with its key, its document and its messages, many in one commit. */
@NullMarked
package io.onceflow.ingest.commit;

import org.jspecify.annotations.NullMarked;
