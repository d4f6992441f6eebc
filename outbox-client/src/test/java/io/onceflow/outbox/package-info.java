@NullMarked
package io.onceflow.outbox;

import org.jspecify.annotations.NullMarked;
