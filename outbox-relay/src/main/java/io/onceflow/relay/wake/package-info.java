/** Wakes the relay when an owner has appended rows. */
@NullMarked
package io.onceflow.relay.wake;

import org.jspecify.annotations.NullMarked;
