/** Reads the rows of an outbox, each once, late commits too. */
@NullMarked
package io.onceflow.relay.read;

import org.jspecify.annotations.NullMarked;
