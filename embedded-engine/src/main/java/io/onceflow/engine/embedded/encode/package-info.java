/** Turns text into vectors with sentence models run by ONNX Runtime. */
@NullMarked
package io.onceflow.engine.embedded.encode;

import org.jspecify.annotations.NullMarked;
