/** Rows that can never be sent as things are, set aside for an operator. */
@NullMarked
package io.onceflow.relay.parked;

import org.jspecify.annotations.NullMarked;
