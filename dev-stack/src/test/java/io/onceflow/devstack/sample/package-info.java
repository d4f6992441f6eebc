/** Tests of the package of the same name. */
@NullMarked
package io.onceflow.devstack.sample;

import org.jspecify.annotations.NullMarked;
