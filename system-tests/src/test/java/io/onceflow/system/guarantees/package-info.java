/** The promises as objects that an outside observer checks. */
@NullMarked
package io.onceflow.system.guarantees;

import org.jspecify.annotations.NullMarked;
