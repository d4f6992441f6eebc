/** Measures the engine over labelled texts, beside simple baselines. */
@NullMarked
package io.onceflow.engine.embedded.eval;

import org.jspecify.annotations.NullMarked;
