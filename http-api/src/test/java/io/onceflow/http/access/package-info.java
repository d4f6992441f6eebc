/** Callers from tokens. */
@NullMarked
package io.onceflow.http.access;

import org.jspecify.annotations.NullMarked;
