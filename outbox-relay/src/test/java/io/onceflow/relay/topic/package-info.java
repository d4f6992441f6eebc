/** Tests of the topics and the broker as the relay sees them. */
@NullMarked
package io.onceflow.relay.topic;

import org.jspecify.annotations.NullMarked;
