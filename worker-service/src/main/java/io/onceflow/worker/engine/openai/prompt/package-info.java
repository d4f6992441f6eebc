/** What a model is asked: prompts from files, and the document as data within them. */
@NullMarked
package io.onceflow.worker.engine.openai.prompt;

import org.jspecify.annotations.NullMarked;
