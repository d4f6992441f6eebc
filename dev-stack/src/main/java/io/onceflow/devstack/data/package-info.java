/** The folder of a run: its layout, its lock, its secrets and the record of what runs. */
@NullMarked
package io.onceflow.devstack.data;

import org.jspecify.annotations.NullMarked;
