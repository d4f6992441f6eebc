/** Finds the phrases a document is about. */
@NullMarked
package io.onceflow.engine.embedded.keywords;

import org.jspecify.annotations.NullMarked;
