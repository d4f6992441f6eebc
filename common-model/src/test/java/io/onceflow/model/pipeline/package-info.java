/** Tests of the pipelines. */
@NullMarked
package io.onceflow.model.pipeline;

import org.jspecify.annotations.NullMarked;
