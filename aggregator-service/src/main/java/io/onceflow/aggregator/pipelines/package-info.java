/** The configured pipelines: loaded, published as topics, told to callers. */
@NullMarked
package io.onceflow.aggregator.pipelines;

import org.jspecify.annotations.NullMarked;
