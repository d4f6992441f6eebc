/** What documents are taken for, and how text is decoded. */
@NullMarked
package io.onceflow.ingest.document;

import org.jspecify.annotations.NullMarked;
