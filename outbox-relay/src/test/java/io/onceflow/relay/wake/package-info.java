@NullMarked
package io.onceflow.relay.wake;

import org.jspecify.annotations.NullMarked;
