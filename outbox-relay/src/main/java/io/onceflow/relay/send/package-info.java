/** Sends rows as Kafka records and keeps account of those on their way. */
@NullMarked
package io.onceflow.relay.send;

import org.jspecify.annotations.NullMarked;
