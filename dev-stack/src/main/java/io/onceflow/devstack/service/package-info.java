/** The suite's services as processes, from their jars. */
@NullMarked
package io.onceflow.devstack.service;

import org.jspecify.annotations.NullMarked;
