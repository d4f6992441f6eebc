/** What the web console at {@code /} needs beside the public interface. */
@NullMarked
package io.onceflow.aggregator.console;

import org.jspecify.annotations.NullMarked;
