/** Tests of the test servers. */
@NullMarked
package io.onceflow.devstack.test;

import org.jspecify.annotations.NullMarked;
