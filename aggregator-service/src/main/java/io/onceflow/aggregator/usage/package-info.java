/** What the model calls of finished steps consumed. */
@NullMarked
package io.onceflow.aggregator.usage;

import org.jspecify.annotations.NullMarked;
