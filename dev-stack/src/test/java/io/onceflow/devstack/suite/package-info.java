/** Tests of the package of the same name. */
@NullMarked
package io.onceflow.devstack.suite;

import org.jspecify.annotations.NullMarked;
