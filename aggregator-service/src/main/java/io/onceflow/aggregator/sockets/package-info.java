/** The WebSocket: subscriptions, snapshots, completions. */
@NullMarked
package io.onceflow.aggregator.sockets;

import org.jspecify.annotations.NullMarked;
