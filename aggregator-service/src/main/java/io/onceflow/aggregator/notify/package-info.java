/** Tells whoever watches a task of each revision, on whichever instance they are. */
@NullMarked
package io.onceflow.aggregator.notify;

import org.jspecify.annotations.NullMarked;
