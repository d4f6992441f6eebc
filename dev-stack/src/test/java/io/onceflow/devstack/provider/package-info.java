/** Tests of the package of the same name. */
@NullMarked
package io.onceflow.devstack.provider;

import org.jspecify.annotations.NullMarked;
