/**
 * The whole suite on one machine: servers and services as processes, started and stopped in order.
 */
@NullMarked
package io.onceflow.devstack.suite;

import org.jspecify.annotations.NullMarked;
