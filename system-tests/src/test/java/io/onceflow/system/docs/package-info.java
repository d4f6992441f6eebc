/** Holds the documentation against what the services say of themselves. */
@NullMarked
package io.onceflow.system.docs;

import org.jspecify.annotations.NullMarked;
