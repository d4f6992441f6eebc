/** What a task and its steps can be, and which changes are legal; knows no table. */
@NullMarked
package io.onceflow.aggregator.state;

import org.jspecify.annotations.NullMarked;
