package io.onceflow.worker.engine.openai.prompt;

/**
 * What a model is asked to do with a document, in one language.
 *
 * @param version raised by whoever edits the prompt
 * @param task said before the document
 * @param closing said after the document, where an instruction within it would otherwise be the
 *     last word
 */
public record Prompt(int version, String task, String closing) {}
