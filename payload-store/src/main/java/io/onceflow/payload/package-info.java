/** Stores documents by the hash of their content, a tenant's apart from another's. */
@NullMarked
package io.onceflow.payload;

import org.jspecify.annotations.NullMarked;
