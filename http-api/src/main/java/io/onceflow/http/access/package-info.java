/** Who calls, and what a caller may do. */
@NullMarked
package io.onceflow.http.access;

import org.jspecify.annotations.NullMarked;
