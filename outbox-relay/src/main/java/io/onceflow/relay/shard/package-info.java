/** Who drains which shards of an outbox, by lease and epoch. */
@NullMarked
package io.onceflow.relay.shard;

import org.jspecify.annotations.NullMarked;
