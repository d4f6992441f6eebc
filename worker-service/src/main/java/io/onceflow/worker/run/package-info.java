/** Calls the engine for a claim and records what came of it. */
@NullMarked
package io.onceflow.worker.run;

import org.jspecify.annotations.NullMarked;
