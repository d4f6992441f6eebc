/** The outboxes to drain, and the connections to their databases. */
@NullMarked
package io.onceflow.relay.source;

import org.jspecify.annotations.NullMarked;
