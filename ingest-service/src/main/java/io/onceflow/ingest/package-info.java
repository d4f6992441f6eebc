/** Accepts documents: a task, its outbox row and its document in one commit. */
@NullMarked
package io.onceflow.ingest;

import org.jspecify.annotations.NullMarked;
