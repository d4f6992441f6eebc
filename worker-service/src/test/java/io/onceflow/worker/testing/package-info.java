/** What the worker's tests share: workers as processes, a provider that counts, a small relay. */
@NullMarked
package io.onceflow.worker.testing;

import org.jspecify.annotations.NullMarked;
