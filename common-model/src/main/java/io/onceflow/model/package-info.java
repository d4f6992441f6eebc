/** Messages, topics, lanes and ids: what two processes must agree on byte for byte. */
@NullMarked
package io.onceflow.model;

import org.jspecify.annotations.NullMarked;
