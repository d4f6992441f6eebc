/** Runs steps by the models inside this process. */
@NullMarked
package io.onceflow.worker.engine.embedded;

import org.jspecify.annotations.NullMarked;
