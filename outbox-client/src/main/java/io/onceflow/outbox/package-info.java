/**
 * Appends messages to the outbox table of the service that calls, in the caller's transaction; the
 * relay publishes them.
 */
@NullMarked
package io.onceflow.outbox;

import org.jspecify.annotations.NullMarked;
