/** A chat endpoint that fails on demand and logs what it is asked; knows nothing of the suite. */
@NullMarked
package io.onceflow.devstack.provider;

import org.jspecify.annotations.NullMarked;
