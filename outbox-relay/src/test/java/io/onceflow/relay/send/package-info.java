@NullMarked
package io.onceflow.relay.send;

import org.jspecify.annotations.NullMarked;
