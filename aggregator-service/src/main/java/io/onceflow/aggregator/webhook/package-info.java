/** Posts final answers to the callback URL that the task was submitted with. */
@NullMarked
package io.onceflow.aggregator.webhook;

import org.jspecify.annotations.NullMarked;
