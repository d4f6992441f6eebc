/** Tests of the messages. */
@NullMarked
package io.onceflow.model;

import org.jspecify.annotations.NullMarked;
