/** One round over an outbox: what is read is sent, what was acknowledged is deleted. */
@NullMarked
package io.onceflow.relay.publish;

import org.jspecify.annotations.NullMarked;
