/** What a model may answer: the step's schema, and the JSON found in what came. */
@NullMarked
package io.onceflow.worker.engine.openai.answer;

import org.jspecify.annotations.NullMarked;
