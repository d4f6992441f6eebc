/** Tests of the payload stores. */
@NullMarked
package io.onceflow.payload;

import org.jspecify.annotations.NullMarked;
