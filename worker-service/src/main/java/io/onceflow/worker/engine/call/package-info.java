/** One call of a model: what is asked, who lets it through, and what came of it. */
@NullMarked
package io.onceflow.worker.engine.call;

import org.jspecify.annotations.NullMarked;
