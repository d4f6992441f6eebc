@NullMarked
package io.onceflow.relay.source;

import org.jspecify.annotations.NullMarked;
