/** One exchange with a chat endpoint: its request, its limits in time and size, what it cost. */
@NullMarked
package io.onceflow.worker.engine.openai.chat;

import org.jspecify.annotations.NullMarked;
