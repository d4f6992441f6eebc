/** The trace id that ties a request to its answer, its log lines and its messages. */
@NullMarked
package io.onceflow.http.trace;

import org.jspecify.annotations.NullMarked;
