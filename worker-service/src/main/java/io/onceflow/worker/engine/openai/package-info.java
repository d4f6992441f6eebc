/** Runs steps by any chat endpoint that speaks OpenAI's protocol. */
@NullMarked
package io.onceflow.worker.engine.openai;

import org.jspecify.annotations.NullMarked;
