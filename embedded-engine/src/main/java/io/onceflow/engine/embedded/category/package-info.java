/** Sorts a document under the nearest of the given labels. */
@NullMarked
package io.onceflow.engine.embedded.category;

import org.jspecify.annotations.NullMarked;
