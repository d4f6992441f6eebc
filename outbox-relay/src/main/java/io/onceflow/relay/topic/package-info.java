/** The topics of the suite: created at start, and known with their limits before a row is sent. */
@NullMarked
package io.onceflow.relay.topic;

import org.jspecify.annotations.NullMarked;
