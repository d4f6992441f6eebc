package io.onceflow.worker.engine.openai.chat;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A model and how it is to answer.
 *
 * @param name as the endpoint calls it
 * @param temperature absent for the provider's own
 * @param maxTokens the answer's most tokens
 * @param maxTokensField the field of the request that says so
 * @param extraBody further fields of the request
 * @param contextTokens what question and answer may have together; 0 if not known
 * @param price absent if not known
 */
public record ChatModel(
    String name,
    @Nullable Double temperature,
    int maxTokens,
    String maxTokensField,
    ObjectNode extraBody,
    int contextTokens,
    @Nullable Price price) {}
