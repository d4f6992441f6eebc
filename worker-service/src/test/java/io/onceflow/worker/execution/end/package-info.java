@NullMarked
package io.onceflow.worker.execution.end;

import org.jspecify.annotations.NullMarked;
