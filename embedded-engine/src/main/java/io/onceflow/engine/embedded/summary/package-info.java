/** Picks the sentences that stand best for a document. */
@NullMarked
package io.onceflow.engine.embedded.summary;

import org.jspecify.annotations.NullMarked;
