/** Reads an uploaded document: how large it is, what it truly is, and its text. */
@NullMarked
package io.onceflow.ingest.document;

import org.jspecify.annotations.NullMarked;
