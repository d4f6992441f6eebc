/** What is left standing when something dies. */
@NullMarked
package io.onceflow.system.faults;

import org.jspecify.annotations.NullMarked;
