/** Real servers for tests: one set per JVM, with faults to inject. */
@NullMarked
package io.onceflow.devstack.test;

import org.jspecify.annotations.NullMarked;
