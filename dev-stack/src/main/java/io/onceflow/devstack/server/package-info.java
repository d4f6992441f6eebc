/**
 * PostgreSQL, Kafka and Redis as ordinary processes of this machine, from jars of Maven Central.
 */
@NullMarked
package io.onceflow.devstack.server;

import org.jspecify.annotations.NullMarked;
