/** Tests of the package of the same name. */
@NullMarked
package io.onceflow.devstack.data;

import org.jspecify.annotations.NullMarked;
