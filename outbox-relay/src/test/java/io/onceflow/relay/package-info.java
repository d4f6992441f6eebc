@NullMarked
package io.onceflow.relay;

import org.jspecify.annotations.NullMarked;
