/** The suite as a user meets it: {@code ./run}, HTTP and WebSocket, nothing of its inside. */
@NullMarked
package io.onceflow.system.suite;

import org.jspecify.annotations.NullMarked;
