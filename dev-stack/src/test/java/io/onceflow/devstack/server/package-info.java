/** Tests of the servers. */
@NullMarked
package io.onceflow.devstack.server;

import org.jspecify.annotations.NullMarked;
