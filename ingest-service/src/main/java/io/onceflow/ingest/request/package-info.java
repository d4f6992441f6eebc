/** What a client asks for beside its document, from JSON or from query parameters. */
@NullMarked
package io.onceflow.ingest.request;

import org.jspecify.annotations.NullMarked;
