/** Tests of the package of the same name. */
@NullMarked
package io.onceflow.devstack.launcher;

import org.jspecify.annotations.NullMarked;
