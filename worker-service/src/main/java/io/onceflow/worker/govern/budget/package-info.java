/** Holds the calls of tenants and steps within their budgets, to the micro-dollar. */
@NullMarked
package io.onceflow.worker.govern.budget;

import org.jspecify.annotations.NullMarked;
