/** What a step is run by: one interface, and the choice of its implementation. */
@NullMarked
package io.onceflow.worker.engine;

import org.jspecify.annotations.NullMarked;
