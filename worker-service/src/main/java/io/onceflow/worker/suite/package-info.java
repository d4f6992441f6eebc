/** What the worker shares with the suite: pipelines, topics and servers. */
@NullMarked
package io.onceflow.worker.suite;

import org.jspecify.annotations.NullMarked;
