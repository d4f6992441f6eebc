/** Group commit without a database. */
@NullMarked
package io.onceflow.ingest.commit;

import org.jspecify.annotations.NullMarked;
