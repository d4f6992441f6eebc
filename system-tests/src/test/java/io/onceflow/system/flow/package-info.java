/** The way of a document, from outside. */
@NullMarked
package io.onceflow.system.flow;

import org.jspecify.annotations.NullMarked;
