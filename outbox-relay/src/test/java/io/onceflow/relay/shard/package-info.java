@NullMarked
package io.onceflow.relay.shard;

import org.jspecify.annotations.NullMarked;
