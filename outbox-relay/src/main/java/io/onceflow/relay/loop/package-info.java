/** Runs the rounds: a loop for each outbox, woken by pokes and by time, with its census. */
@NullMarked
package io.onceflow.relay.loop;

import org.jspecify.annotations.NullMarked;
