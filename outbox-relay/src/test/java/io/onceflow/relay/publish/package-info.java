@NullMarked
package io.onceflow.relay.publish;

import org.jspecify.annotations.NullMarked;
