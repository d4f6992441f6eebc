/** The way of an upload: request, checked task, one commit, answer. */
@NullMarked
package io.onceflow.ingest.upload;

import org.jspecify.annotations.NullMarked;
