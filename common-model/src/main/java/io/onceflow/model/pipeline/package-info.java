/** The pipelines: which steps there are and what waits for what, read from YAML. */
@NullMarked
package io.onceflow.model.pipeline;

import org.jspecify.annotations.NullMarked;
