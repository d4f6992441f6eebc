/** The console's own part of the service. */
@NullMarked
package io.onceflow.aggregator.console;

import org.jspecify.annotations.NullMarked;
