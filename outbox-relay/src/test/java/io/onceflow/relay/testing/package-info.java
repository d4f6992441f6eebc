/** Outboxes, relays and topics for the tests of the relay. */
@NullMarked
package io.onceflow.relay.testing;

import org.jspecify.annotations.NullMarked;
