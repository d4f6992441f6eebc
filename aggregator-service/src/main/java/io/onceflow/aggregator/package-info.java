/** The aggregator: merges step results, enforces deadlines, tells the user. */
@NullMarked
package io.onceflow.aggregator;

import org.jspecify.annotations.NullMarked;
