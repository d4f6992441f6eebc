/** The command line of {@code ./run}: what a person types, and what a person is told. */
@NullMarked
package io.onceflow.devstack.launcher;

import org.jspecify.annotations.NullMarked;
