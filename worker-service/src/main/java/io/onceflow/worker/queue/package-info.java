/** Work that waits in the database, so that one tenant's flood holds up no other tenant's work. */
@NullMarked
package io.onceflow.worker.queue;

import org.jspecify.annotations.NullMarked;
