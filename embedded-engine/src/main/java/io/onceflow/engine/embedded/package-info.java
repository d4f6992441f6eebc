/**
 * The embedded engine: four AI steps on a document by local models, in English and Chinese, with no
 * key and no network.
 */
@NullMarked
package io.onceflow.engine.embedded;

import org.jspecify.annotations.NullMarked;
