/** Answers without a model, for load tests. */
@NullMarked
package io.onceflow.worker.engine.echo;

import org.jspecify.annotations.NullMarked;
