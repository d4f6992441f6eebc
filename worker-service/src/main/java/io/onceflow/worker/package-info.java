/** The worker: runs one step for one document, once. */
@NullMarked
package io.onceflow.worker;

import org.jspecify.annotations.NullMarked;
