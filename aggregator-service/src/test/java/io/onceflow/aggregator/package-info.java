/** The aggregator as a whole on real servers. */
@NullMarked
package io.onceflow.aggregator;

import org.jspecify.annotations.NullMarked;
