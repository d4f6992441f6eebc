/** Shows a document's way through the suite: upload, steps as they finish, the merged answer. */
@NullMarked
package io.onceflow.devstack.sample;

import org.jspecify.annotations.NullMarked;
