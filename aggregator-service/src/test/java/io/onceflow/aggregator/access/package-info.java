/** What callers are told of themselves. */
@NullMarked
package io.onceflow.aggregator.access;

import org.jspecify.annotations.NullMarked;
