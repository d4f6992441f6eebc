/** Scores how a document is written: its form, not its truth. */
@NullMarked
package io.onceflow.engine.embedded.quality;

import org.jspecify.annotations.NullMarked;
