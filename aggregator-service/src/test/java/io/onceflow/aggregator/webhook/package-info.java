/** Where callbacks may go, and how they are signed. */
@NullMarked
package io.onceflow.aggregator.webhook;

import org.jspecify.annotations.NullMarked;
