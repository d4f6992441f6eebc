/** Holds the container files against the services that they run. */
@NullMarked
package io.onceflow.system.containers;

import org.jspecify.annotations.NullMarked;
