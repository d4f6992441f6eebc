/** Lets model calls through: within their budgets, at the provider's pace, while it is well. */
@NullMarked
package io.onceflow.worker.govern;

import org.jspecify.annotations.NullMarked;
