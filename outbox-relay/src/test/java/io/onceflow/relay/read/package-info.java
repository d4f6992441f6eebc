@NullMarked
package io.onceflow.relay.read;

import org.jspecify.annotations.NullMarked;
