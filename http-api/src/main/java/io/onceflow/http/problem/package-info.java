/** How errors look: RFC 9457 problem documents, whatever part of the server they come from. */
@NullMarked
package io.onceflow.http.problem;

import org.jspecify.annotations.NullMarked;
