/** How closely the workers keep to what a provider allows. */
@NullMarked
package io.onceflow.benchmarks.govern;

import org.jspecify.annotations.NullMarked;
